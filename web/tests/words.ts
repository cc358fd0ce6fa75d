/** Loads the English words before a test looks any up. */
import { loadAllWords } from "../src/i18n";

await loadAllWords("en");
