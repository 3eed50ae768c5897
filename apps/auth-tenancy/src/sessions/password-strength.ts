import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as spanish from '@zxcvbn-ts/language-es-es';

/** The password's owner, whose name, e-mail and company are the first guesses. */
export interface Owner {
  nombre: string;
  email: string;
  empresa: string | null;
}

/** Minimum strength as a power of ten of guesses: above every entry of the lists of leaked passwords. */
const ENOUGH = 7;
/** Characters estimated at once, and how often: the cost grows faster than the length, and while it is paid nobody can log in. */
const PIECE = 24;
const PIECES = 3;

let estimator: ZxcvbnFactory | undefined;
/** Created at the first use: the dictionaries take 40 MB and a good part of a second. */
const estimate = (password: string, inputs: string[]): number => {
  estimator ??= new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...spanish.dictionary },
    graphs: common.adjacencyGraphs,
  });
  return estimator.check(password, inputs).guessesLog10;
};

/** Whether one of the first pieces of a password is strong by itself, so repetition adds nothing. */
const isStrong = (password: string, inputs: string[]): boolean =>
  Array.from({ length: PIECES }, (_, n) => password.slice(n * PIECE, (n + 1) * PIECE)).some(
    (piece) => piece !== '' && estimate(piece, inputs) >= ENOUGH,
  );

const plain = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

/** The owner's words, whole and in parts. */
const inputsOf = ({ nombre, email, empresa }: Owner): string[] => {
  const texts = [nombre, email.split('@')[0] ?? '', empresa ?? ''];
  const parts = texts.flatMap((text) => [text.replace(/\s+/g, ''), ...text.split(/[\s._+-]+/)]);
  return [...new Set([email, ...texts, ...parts].flatMap((text) => [text.toLowerCase(), plain(text)]))]
    .filter((word) => word.length > 2)
    .sort((one, other) => other.length - one.length);
};

/** Characters (letters and digits) that a password needs besides the owner's words. */
const BESIDE_OWN_WORDS = 8;

/** True when the password is the owner's words with little around them: a year, a dot, an exclamation mark. */
const isMadeOf = (password: string, words: string[]): boolean => {
  const text = plain(password);
  const rest = words.filter((word) => word.length > 3).reduce((left, word) => left.replaceAll(plain(word), ''), text);
  return rest.length < text.length && rest.replace(/[^\p{L}\p{N}]/gu, '').length < BESIDE_OWN_WORDS;
};

/** Why a password is refused: it is a common one, or it consists of the owner's name, e-mail or company. null = accepted. */
export const weaknessOf = (password: string, owner: Owner): 'common' | 'personal' | null => {
  const text = password.normalize('NFC').trim();
  if (!isStrong(text, [])) return 'common';
  const words = inputsOf(owner);
  return isMadeOf(text, words) || !isStrong(text, words) ? 'personal' : null;
};
