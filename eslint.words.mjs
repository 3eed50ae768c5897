import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The words that identifiers and comments may use beside English: the nouns of the glossary, the names of the wire and of the
 * database, and the field's technical words. They are read from where they are defined, so that no list of them grows old.
 */
const files = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.spec.ts'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));

const found = (text, pattern) => [...text.matchAll(pattern)].map((match) => match[1]);
const split = (text) => text.split(/[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})/u).filter((word) => word.length > 3);

/** Field names, and the codes that stand for something (`'sin_respuesta'`). */
const wireNames = (text) => [
  ...found(text, /(?:^|[{,(;])\s*(?:readonly )?'?([a-z_]\w*)'?\??:/gm),
  ...found(text, /'([a-z][a-z_.-]*)'/g),
];
const tableNames = (text) => [...found(text, /`([^`]*)`/gs), ...found(text, /'([^']*)'/g)];

const wire = ['libs/contracts/src', 'firmware-bridge/protocol/src'].flatMap(files);
const tables = [
  ...readdirSync('apps').flatMap((app) => files(`apps/${app}`).filter((file) => file.includes('/migrations/'))),
  'libs/bus/src/events/bus-tables.ts',
];
const glossary = readFileSync('docs/glossary.md', 'utf8').split('## Technical')[0];
const technical = readFileSync('docs/technical-words.txt', 'utf8').split('\n');

const singular = [
  ...wire.flatMap((file) => wireNames(readFileSync(file, 'utf8'))),
  ...tables.flatMap((file) => tableNames(readFileSync(file, 'utf8'))),
  ...found(glossary, /^\| ([^|]+?)\s*\|/gm),
].flatMap(split);

export const words = [...new Set([...singular, ...singular.map((word) => `${word}s`), ...technical])];
