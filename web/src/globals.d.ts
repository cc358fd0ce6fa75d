/** What the build writes into the page. */

declare const __VERSION__: string;
