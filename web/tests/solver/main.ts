/** A page with nothing but the solver, for the browser stories: screens that use it come later. */

import { Solver } from "../../src/kernel/solver";

Object.assign(window, { Solver });
