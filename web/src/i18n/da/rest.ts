/** Danish for the views that play: each part of the page has a file of its own. */

import analysis from "./analysis.json";
import computer from "./computer.json";
import core from "./core.json";
import ensemble from "./ensemble.json";
import explain from "./explain.json";
import kernel from "./kernel.json";
import link from "./link.json";
import notation from "./notation.json";
import play from "./play.json";
import puzzles from "./puzzles.json";
import review from "./review.json";
import share from "./share.json";

export default {
  ...analysis,
  ...computer,
  ...core,
  ...ensemble,
  ...explain,
  ...kernel,
  ...link,
  ...notation,
  ...play,
  ...puzzles,
  ...review,
  ...share,
};
