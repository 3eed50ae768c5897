/** `node deploy/local/command.mjs <name> …`: what an operator runs beside `npm start`. */
import { prepare } from './prepare.mjs';

const [name, ...given] = process.argv.slice(2);
const { commands } = await prepare();
await commands[name](given);
