import { type ActualizacionSave, type DialectoWithUpdates, type Firmware, type Placa } from '@acequia/contracts';
import { z } from 'zod';
import { texts } from '../textos.js';

export interface Values {
  dialecto: DialectoWithUpdates;
  tipo: Firmware['tipo'];
  imagen_id: number | null;
  direccion: string;
  url: string;
  version: string;
  /** null = all. */
  empresa_id: number | null;
  /** '' = all. */
  sitio: string;
  /** Empty = all that the above leave. */
  placas: number[];
}

/** What each firmware can be told to install; the usual one first. */
export const TIPOS: Readonly<Record<DialectoWithUpdates, readonly Firmware['tipo'][]>> = {
  acequia: ['imagen'],
  tasmota: ['url'],
  shelly: ['estable', 'url'],
};

/** `own`: our firmware may be updated here. `origin`: where this browser reaches the server, which boards may reach otherwise. */
export const freshOf = (own: boolean, origin: string): Values => {
  const dialecto = own ? 'acequia' : 'tasmota';
  return {
    dialecto,
    tipo: TIPOS[dialecto][0] ?? 'url',
    imagen_id: null,
    direccion: origin,
    url: '',
    version: '',
    empresa_id: null,
    sitio: '',
    placas: [],
  };
};

/** The boards that a choice leaves to choose from. */
export const candidates = (
  placas: readonly Placa[],
  { dialecto, empresa_id, sitio }: Pick<Values, 'dialecto' | 'empresa_id' | 'sitio'>,
): Placa[] =>
  placas.filter(
    (placa) =>
      placa.dialecto === dialecto &&
      placa.revocada === 0 &&
      (empresa_id === null || placa.empresa_id === empresa_id) &&
      (sitio === '' || placa.sitio === sitio),
  );

/** Fields that the kind of firmware does not ask for are not judged. */
const asked = (tipo: Firmware['tipo']): readonly (keyof Values)[] =>
  tipo === 'imagen' ? ['imagen_id', 'direccion'] : tipo === 'url' ? ['url', 'version'] : [];

export const ValidRollout: z.ZodType<Values> = z
  .object({
    dialecto: z.enum(['acequia', 'tasmota', 'shelly']),
    tipo: z.enum(['imagen', 'url', 'estable']),
    imagen_id: z.number().nullable(),
    direccion: z.string().trim(),
    url: z.string().trim(),
    version: z.string().trim(),
    empresa_id: z.number().nullable(),
    sitio: z.string(),
    placas: z.array(z.number()),
  })
  .superRefine((values, context) => {
    for (const field of asked(values.tipo)) {
      const value = values[field];
      if (value === '' || value === null) context.addIssue({ code: 'custom', path: [field], message: '' });
    }
  });

const firmwareOf = ({ tipo, imagen_id, direccion, url, version }: Values): Firmware => {
  if (tipo === 'imagen') return { tipo, imagen_id: imagen_id ?? 0, direccion };
  return tipo === 'url' ? { tipo, url, version } : { tipo };
};

export const bodyOf = (values: Values, boards: readonly Placa[]): ActualizacionSave => ({
  dialecto: values.dialecto,
  firmware: firmwareOf(values),
  placas: values.placas.length > 0 ? values.placas : boards.map(({ placa_id }) => placa_id),
  empresa_id: null,
  sitio: null,
});

/** The sentence about how many boards it will reach, and how. */
export const reachOf = (boards: number, olas: readonly number[]): string =>
  boards === 0 ? texts.form.none : texts.form.reach(boards, olas);
