import type { NombreDePlaca, NombreDeSwitch } from '@acequia/contracts';
import type { Board, Wired } from '../field/things.js';

export const boardName = ({ nombre, numero, sitio }: Board): NombreDePlaca => ({ nombre, numero, sitio });
export const switchName = ({ zona, nombre }: Wired): NombreDeSwitch => ({ zona, nombre });
