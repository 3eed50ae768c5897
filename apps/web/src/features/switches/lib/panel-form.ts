import {
  ENCENDIDO_TOPE_S,
  PINES_ESP32,
  SwitchSave,
  TIPOS_WITH_LIMIT,
  type Switch,
  type TipoSwitch,
} from '@acequia/contracts';
import { z } from 'zod';
import { REQUIRED } from '../../../components/form/textos.js';
import { texts } from '../textos.js';

export interface Relay {
  nombre: string;
  tipo: TipoSwitch | '';
  hardware_pin: number | null;
  /** s; null = the limit of its type, 0 = no limit. */
  max_encendido_s: number | null;
  /** Declared flow of a valve, m³/h; null = unknown. */
  caudal_m3h: number | null;
}
/** Place of a block. */
export interface Place {
  zona: string;
  sensor_pin: number | null;
  tiene_sensor: 0 | 1;
}
export interface PairFields extends Place {
  a: Relay;
  b: Relay;
}
export interface Individual extends Place {
  one: Relay;
}

/**
 * The dialog's form. The lists may hold more blocks than the counts: blocks beyond the count keep their input until the dialog closes, but
 * are neither validated nor sent.
 */
export interface PanelForm {
  dispositivo_id: number | null;
  sitio: string;
  n_pairs: string;
  n_singles: string;
  pairs: PairFields[];
  singles: Individual[];
  activo: 0 | 1;
  version: number | undefined;
}

/** Each relay needs its own pin, so a board cannot have more switches. */
export const MAX_SWITCHES = PINES_ESP32.size;

/** SWI-4: a count that is not a number counts as 0. */
export const count = (text: string): number => Math.max(0, Math.trunc(Number(text)) || 0);

/** Number of blocks of each kind, limited to what a board can hold. */
export function blocksOf({ n_pairs, n_singles }: Pick<PanelForm, 'n_pairs' | 'n_singles'>) {
  const pairs = Math.min(count(n_pairs), Math.floor(MAX_SWITCHES / 2));
  return { pairs, singles: Math.min(count(n_singles), MAX_SWITCHES - 2 * pairs) };
}

const newRelay = (): Relay => ({ nombre: '', tipo: '', hardware_pin: null, max_encendido_s: null, caudal_m3h: null });
const newPlace = (zona: string): Place => ({ zona, sensor_pin: null, tiene_sensor: 0 });
export const newPair = (sitio: string): PairFields => ({ ...newPlace(sitio), a: newRelay(), b: newRelay() });
export const newSingle = (sitio: string): Individual => ({ ...newPlace(sitio), one: newRelay() });

export const emptyPanel = (): PanelForm => ({
  dispositivo_id: null,
  sitio: '',
  n_pairs: '0',
  n_singles: '0',
  pairs: [],
  singles: [],
  activo: 1,
  version: undefined,
});

/** The form for editing one switch: one individual entry, also for half of a pair (SWI-3). */
export const panelOf = (one: Switch): PanelForm => ({
  ...emptyPanel(),
  dispositivo_id: one.dispositivo_id,
  sitio: one.zona,
  n_singles: '1',
  singles: [
    {
      zona: one.zona,
      sensor_pin: one.sensor_pin,
      tiene_sensor: one.tiene_sensor,
      one: {
        nombre: one.nombre,
        tipo: one.tipo,
        hardware_pin: one.hardware_pin,
        max_encendido_s: one.max_encendido_s,
        caudal_m3h: one.caudal_m3h,
      },
    },
  ],
  activo: one.activo,
  version: one.version,
});

const { nombre, tipo, zona, hardware_pin, sensor_pin, tiene_sensor, activo, dispositivo_id, caudal_m3h } =
  SwitchSave.shape;
const whole = z.number({ error: REQUIRED }).int(texts.errors.whole);
/** Typed minutes or hours must give whole seconds. */
const limit = z
  .number({ error: texts.limit.numero })
  .transform(Math.round)
  .pipe(
    z
      .number()
      .min(0, texts.limit.numero)
      .max(ENCENDIDO_TOPE_S, texts.limit.tope(ENCENDIDO_TOPE_S / 86_400)),
  )
  .nullable();
const ValidRelay = z
  .object({
    nombre,
    tipo: z.string().min(1, REQUIRED).pipe(tipo),
    hardware_pin: whole.pipe(hardware_pin),
    max_encendido_s: limit,
    caudal_m3h,
  })
  .refine(({ tipo, max_encendido_s }) => max_encendido_s !== 0 || !TIPOS_WITH_LIMIT.has(tipo), {
    path: ['max_encendido_s'],
    message: texts.limit.limited,
  });
const ValidPlace = z.object({ zona, sensor_pin, tiene_sensor });

/** The contract's rules for each switch, applied to the visible blocks. */
export const ValidPanel = z.preprocess(
  (panel: PanelForm) => {
    const { pairs, singles } = blocksOf(panel);
    return {
      ...panel,
      pairs: panel.pairs.slice(0, pairs),
      singles: panel.singles.slice(0, singles),
    };
  },
  z
    .object({
      dispositivo_id: whole.pipe(dispositivo_id),
      sitio: z.string(),
      n_pairs: z.string(),
      n_singles: z.string(),
      pairs: z.array(ValidPlace.extend({ a: ValidRelay, b: ValidRelay })),
      singles: z.array(ValidPlace.extend({ one: ValidRelay })),
      activo,
      version: z.number().optional(),
    })
    .superRefine(({ n_pairs, n_singles }, context) => {
      const [pairs, singles] = [count(n_pairs), count(n_singles)];
      const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
      if (pairs + singles === 0) refuse('n_pairs', texts.errors.none);
      if (2 * pairs + singles > MAX_SWITCHES)
        refuse(2 * pairs > MAX_SWITCHES ? 'n_pairs' : 'n_singles', texts.errors.tooMany(MAX_SWITCHES));
    }),
) as unknown as z.ZodType<PanelForm>;

/** One switch to send, with the form paths of its relay's fields and its place's fields. */
interface SwitchToSend {
  place: Place;
  relay: Relay;
  par_numero: 1 | 2;
  switch_site_id: number;
  inPlace: string;
  inRelay: string;
}

function switchesToSend(panel: Pick<PanelForm, 'n_pairs' | 'n_singles' | 'pairs' | 'singles'>): SwitchToSend[] {
  const counts = blocksOf(panel);
  const pairs = panel.pairs.slice(0, counts.pairs).flatMap((par, i) =>
    (['a', 'b'] as const).map((side) => ({
      place: par,
      relay: par[side],
      par_numero: 2 as const,
      switch_site_id: i + 1,
      inPlace: `pairs.${i}`,
      inRelay: `pairs.${i}.${side}`,
    })),
  );
  const singles = panel.singles.slice(0, counts.singles).map((individual, i) => ({
    place: individual,
    relay: individual.one,
    par_numero: 1 as const,
    switch_site_id: counts.pairs + i + 1,
    inPlace: `singles.${i}`,
    inRelay: `singles.${i}.one`,
  }));
  return [...pairs, ...singles];
}

/** The body of POST /switches/bulk (SWI-6); an edited switch keeps its id, par_numero and switch_site_id. */
export const toSwitches = (panel: PanelForm, empresa_id: number, edited: Switch | null): SwitchSave[] =>
  switchesToSend(panel).map(({ place, relay, par_numero, switch_site_id }) => ({
    ...(edited && { id: edited.id, version: panel.version }),
    nombre: relay.nombre,
    tipo: relay.tipo as TipoSwitch,
    zona: place.zona,
    empresa_id,
    dispositivo_id: panel.dispositivo_id!,
    par_numero: edited?.par_numero ?? par_numero,
    switch_site_id: edited?.switch_site_id ?? switch_site_id,
    hardware_pin: relay.hardware_pin!,
    tiene_sensor: place.tiene_sensor,
    sensor_pin: place.tiene_sensor === 1 ? place.sensor_pin : null,
    max_encendido_s: relay.max_encendido_s,
    caudal_m3h: relay.caudal_m3h,
    activo: panel.activo,
  }));

const OF_RELAY = new Set(['nombre', 'tipo', 'hardware_pin', 'max_encendido_s', 'caudal_m3h']);
const OF_PLACE = new Set(['zona', 'sensor_pin', 'tiene_sensor']);

/** The form path of a field that the server names as `switches.2.hardware_pin`. */
export function panelField(panel: PanelForm, campo: string): string {
  const [, index, fieldName = ''] = /^switches\.(\d+)\.(\w+)$/.exec(campo) ?? [];
  const sent = switchesToSend(panel)[Number(index)];
  if (sent && OF_RELAY.has(fieldName)) return `${sent.inRelay}.${fieldName}`;
  if (sent && OF_PLACE.has(fieldName)) return `${sent.inPlace}.${fieldName}`;
  return fieldName || campo;
}
