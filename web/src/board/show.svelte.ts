/** A collapse that is being shown, one mark after another. It blocks nothing: whoever acts meanwhile ends it. */

/** How long each mark is looked at before the next one settles. */
const PACE = 900;

export class Show {
  /** How many marks settle. */
  total = $state.raw(0);
  /** How many of them are shown as settled. */
  shown = $state.raw(0);
  /** Whether it goes on by itself. */
  playing = $state.raw(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #onmark: () => void;

  /** `onmark` is told of every mark that settles, and of all of them as one when they settle at once. */
  constructor(onmark: () => void) {
    this.#onmark = onmark;
  }

  /** Whether there is something left to show. */
  get running(): boolean {
    return this.shown < this.total;
  }

  /** Begin to show a collapse of so many marks, by itself or one mark a press. */
  begin(total: number, how: "play" | "step"): void {
    this.total = total;
    this.#go(1, how === "play");
  }

  /** Stand at the end of a collapse, silently. */
  stand(total: number): void {
    this.stop();
    this.total = this.shown = total;
  }

  /** Let time pass no more. */
  stop(): void {
    clearTimeout(this.#timer);
    this.playing = false;
  }

  /** Go on by itself or halt; what is over begins again. */
  toggle(): void {
    if (this.running) this.#go(this.shown, !this.playing);
    else this.#go(1, true);
  }

  /** Let one more mark settle; what is over begins again. */
  step(): void {
    this.#go(this.running ? this.shown + 1 : 1, false);
  }

  /** Show the whole of it. */
  end(): void {
    if (this.running) this.#go(this.total, false);
  }

  #go(shown: number, playing: boolean): void {
    clearTimeout(this.#timer);
    if (shown !== this.shown) this.#onmark();
    this.shown = shown;
    this.playing = playing && this.running;
    if (this.playing) this.#timer = setTimeout(() => this.#go(this.shown + 1, true), PACE);
  }
}
