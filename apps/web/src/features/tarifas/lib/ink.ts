/** Backgrounds on which the usual text is readable, neighbours far apart; more periods than these begin anew. */
const INKS = [
  ...['agua.muted', 'miel.muted', 'campo.muted', 'teja.muted', 'tierra.muted', 'agua.emphasized'],
  ...['miel.emphasized', 'campo.emphasized', 'teja.emphasized', 'tierra.emphasized', 'agua.subtle', 'miel.subtle'],
] as const;

/** The colour of a period by its place among its version's: its number always stands beside it. */
export const inkOf = (place: number): (typeof INKS)[number] => INKS[place % INKS.length] ?? INKS[0];
