/** Loads the English words before a test looks any up. */
import { loadWords } from "../src/i18n";

await loadWords("en");
