/**
 * A game as a film: what is seen, and for how long; a collapse settles one mark a frame, in causal order. As one SVG it
 * runs without a script; whoever wants less motion, or has a viewer without animation, sees the last position.
 */

import { stage } from "../board/collapse";
import { collapseOf, scene, type Look, type Scene } from "../board/scene";
import { NOTHING } from "../game/selection";
import { at, type Timeline } from "../game/timeline";
import { file, layers, type Caption, type Theme } from "./markup";

const OPENING = 800;
const MOVE = 1200;
const SETTLING = 600;
const END = 3000;

export interface Frame {
  readonly scene: Scene;
  /** In milliseconds. */
  readonly time: number;
}

/** What is drawn for the position after `ply` actions, the last of them emphasised. */
export function sceneAt(line: Timeline, ply: number): Scene {
  return scene(lookAt(line, ply));
}

function lookAt(line: Timeline, ply: number): Look {
  const action = line.actions[ply - 1];
  const last = action === undefined ? null : { before: at(line, ply - 1), action };
  return { replay: at(line, ply), last, selection: NOTHING, ghost: "" };
}

export function film(line: Timeline): Frame[] {
  const frames: Frame[] = [{ scene: sceneAt(line, 0), time: OPENING }];
  for (let ply = 1; ply <= line.actions.length; ply += 1) {
    const look = lookAt(line, ply);
    const settling = collapseOf(look.last)?.settled.length ?? 0;
    for (let shown = 1; shown < settling; shown += 1)
      frames.push({ scene: stage(look, shown), time: SETTLING });
    frames.push({ scene: scene(look), time: MOVE });
  }
  return frames.map((frame, index) => (index === frames.length - 1 ? { ...frame, time: END } : frame));
}

/** The film as one file. What stays the same from frame to frame is in it once. */
export function animation(frames: readonly Frame[], theme: Theme, width: number, caption: Caption): string {
  const starts = frames.map((_, index) => frames.slice(0, index).reduce((sum, { time }) => sum + time, 0));
  const whole = (starts.at(-1) ?? 0) + (frames.at(-1)?.time ?? 0);
  const drawn = frames.map((frame) => layers(frame.scene, theme));
  const spans = new Set<string>();
  const content = (drawn[0] ?? []).map((_, layer) =>
    runs(drawn.map((each) => each[layer] ?? []))
      .map(({ part, first, end }) => {
        if (first === 0 && end === frames.length) return part;
        const span = `f${first}-${end}`;
        spans.add(span);
        return `<g class="${span}"${end === frames.length ? "" : ' opacity="0"'}>${part}</g>`;
      })
      .join(""),
  );
  const percent = (index: number): string =>
    `${Math.round(((starts[index] ?? whole) / whole) * 100_000) / 1000}%`;
  const rules = [...spans].map((span) => {
    const [first = 0, end = 0] = span.slice(1).split("-").map(Number);
    const steps = first > 0 ? ["0%{opacity:0}"] : [];
    steps.push(`${percent(first)}{opacity:1}`);
    steps.push(end < frames.length ? `${percent(end)},100%{opacity:0}` : "100%{opacity:1}");
    return `@keyframes ${span}{${steps.join("")}}.${span}{animation:${span} ${whole}ms step-end infinite}`;
  });
  const style = `<style>@media (prefers-reduced-motion:no-preference){${rules.join("")}}</style>`;
  return file(content.join(""), theme, width, caption, style);
}

interface Run {
  readonly part: string;
  /** The first frame that shows it, and the first that no longer does. */
  readonly first: number;
  readonly end: number;
}

/** Every part of a layer with the frames that show it, in the order of their first appearance. */
function runs(frames: readonly (readonly string[])[]): Run[] {
  const found: Run[] = [];
  const open = new Map<string, number>();
  for (let index = 0; index <= frames.length; index += 1) {
    const shown = new Set(frames[index] ?? []);
    for (const [part, first] of open) {
      if (shown.has(part)) continue;
      found.push({ part, first, end: index });
      open.delete(part);
    }
    for (const part of shown) if (!open.has(part)) open.set(part, index);
  }
  return found.sort((a, b) => a.first - b.first);
}
