/** Randomness that nobody can guess: command names, the secret of a seat, the coin, and the computer's seeds. */

/** 22 characters of A–Z, a–z, 0–9, - and _: 128 random bits. */
export function randomId(): string {
  return characters(16);
}

/** 32 such characters: 192 random bits. */
export function randomSecret(): string {
  return characters(24);
}

function characters(count: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(count));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/** A fair coin. */
export function coin(): boolean {
  return (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) < 128;
}

/** A seed for the computer: a number of 64 bits, as text. */
export function randomSeed(): string {
  return String(crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n);
}
