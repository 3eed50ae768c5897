import { type Asignaciones, LIVE, type LiveMessage, type Persona, typeOfAviso } from '@acequia/contracts';

/**
 * Room names include the company: when a device or switch moves to another company, its messages come over that company's channel, and
 * sockets of the old company no longer receive them.
 */
export const GLOBAL_ROOM = 'global';
const OF_ALL = '*';
export const empresaRoom = (empresa_id: number): string => `empresa:${empresa_id}`;
export const switchRoom = (empresa_id: number, switch_id: number): string => `switch:${empresa_id}:${switch_id}`;
const dispositivoRoom = (empresa_id: number | typeof OF_ALL, id: number): string => `dispositivo:${empresa_id}:${id}`;
/** Room for commands of a device, for usuarios who have the device assigned. */
const ordersRoom = (empresa_id: number, dispositivo_id: number): string => `ordenes:${empresa_id}:${dispositivo_id}`;

/** Room of a person who joined a device. */
export const dispositivoRoomOf = ({ rol, empresa_id }: Persona, id: number): string =>
  dispositivoRoom(rol === 'admin_global' ? OF_ALL : (empresa_id ?? 0), id);

/** Rooms that a person joins at the start; a usuario's rooms come from the grants. */
export const roomsOf = ({ rol, empresa_id }: Persona, grants: Granted | null): string[] => {
  if (rol === 'admin_global') return [GLOBAL_ROOM];
  if (empresa_id === null) return [];
  if (rol === 'admin_empresa') return [empresaRoom(empresa_id)];
  const { switches = [], dispositivos = [] } = grants ?? {};
  return [...switches.map((id) => switchRoom(empresa_id, id)), ...dispositivos.map((id) => ordersRoom(empresa_id, id))];
};

type Granted = Pick<Asignaciones, 'switches' | 'dispositivos'>;

export interface Sending {
  salas: string[];
  payload: object;
}

/**
 * Who receives a company's message. The company's admins and admin_global receive all; a usuario receives messages about assigned switches
 * only. "device:status" and "metrics" go only to sockets that joined the device; commands of a device go to everyone who may see the
 * device, because the list of commands joins no device. The reason of a turn, the detail of a command and what an aviso says name other
 * switches to admins alone: a usuario gets what was made for usuarios, and no names where there was nothing. Nothing for a message that is not in the contract.
 */
export const sendingsOf = (empresa_id: number, { event, payload, forUsuarios, audience }: LiveMessage): Sending[] => {
  const known = Object.hasOwn(LIVE, event) ? LIVE[event].safeParse(payload) : undefined;
  if (!known?.success) return [];
  const data = known.data;
  if ('dispositivo_id' in data) {
    const { dispositivo_id: id } = data;
    const joined = [dispositivoRoom(empresa_id, id), dispositivoRoom(OF_ALL, id)];
    const everybody = [GLOBAL_ROOM, empresaRoom(empresa_id), ordersRoom(empresa_id, id)];
    return [{ salas: event === 'dispositivo:comando' ? [...joined, ...everybody] : joined, payload: data }];
  }
  // An aviso of a device goes to everyone who may see the device, joined or not.
  const ofDispositivo = audience?.dispositivo ? [ordersRoom(empresa_id, audience.dispositivo)] : [];
  const assigned = audience?.switches ?? [];
  const told = 'switch_id' in data ? assigned.filter((id) => id === data.switch_id) : assigned;
  const admins = [GLOBAL_ROOM, empresaRoom(empresa_id)];
  const usuarios = [...told.map((id) => switchRoom(empresa_id, id)), ...ofDispositivo];
  const sentence = typeof forUsuarios === 'string' ? forUsuarios : null;
  const said = typeof forUsuarios === 'object' ? forUsuarios : null;
  const unnamed =
    'aviso' in data
      ? { aviso: { ...data.aviso, texto: `${typeOfAviso(data.aviso.tipo).nombre}.`, datos: null, ...said } }
      : 'turno' in data
        ? { turno: { ...data.turno, motivo: sentence } }
        : 'detalle' in data
          ? { ...data, detalle: sentence }
          : null;
  if (unnamed === null || usuarios.length === 0) return [{ salas: [...admins, ...usuarios], payload: data }];
  return [
    { salas: admins, payload: data },
    { salas: usuarios, payload: unnamed },
  ];
};
