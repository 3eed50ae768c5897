const DIACRITICS = /\p{M}/gu;

/** Lower case without accents, for searches. */
export const flatText = (text: string): string => text.normalize('NFD').replace(DIACRITICS, '').toLowerCase();
