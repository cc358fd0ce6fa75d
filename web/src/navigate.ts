/** Moving between the page's views without loading it again. */

/** Go to an address of this page. */
export function navigate(path: string): void {
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
  scrollTo(0, 0);
}

/** Let plain clicks on a link of this page stay in the page; all others keep their meaning. */
export function onLink(event: MouseEvent & { currentTarget: HTMLAnchorElement }): void {
  if (
    event.defaultPrevented ||
    event.button ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return;
  event.preventDefault();
  const { pathname, hash } = event.currentTarget;
  navigate(pathname + hash);
}
