import {
  ENCENDIDO_TOPE_S,
  PINES_ESP32,
  SwitchGuardar,
  TIPOS_CON_LIMITE,
  type Switch,
  type TipoSwitch,
} from '@acequia/contracts';
import { z } from 'zod';
import { OBLIGATORIO } from '../../../components/form/textos.js';
import { textos } from '../textos.js';

/** One relay of a block. */
export interface Rele {
  nombre: string;
  tipo: TipoSwitch | '';
  hardware_pin: number | null;
  /** s; null = as its type has it, 0 = no limit. */
  max_encendido_s: number | null;
}
/** What every block says of its place. */
export interface Lugar {
  zona: string;
  sensor_pin: number | null;
  tiene_sensor: 0 | 1;
}
export interface Par extends Lugar {
  a: Rele;
  b: Rele;
}
export interface Individual extends Lugar {
  uno: Rele;
}

/**
 * The dialog's form. The lists may hold more blocks than the counts ask for: those that were counted away keep what was
 * typed until the dialog closes, and are neither checked nor sent.
 */
export interface Panel {
  dispositivo_id: number | null;
  sitio: string;
  n_pares: string;
  n_individuales: string;
  pares: Par[];
  individuales: Individual[];
  activo: 0 | 1;
  version: number | undefined;
}

/** Every relay wants a pin of its own: a board cannot hold more switches than this. */
export const MAXIMO_DE_SWITCHES = PINES_ESP32.size;

/** SWI-4: a count that is no number counts as 0. */
export const contar = (texto: string): number => Math.max(0, Math.trunc(Number(texto)) || 0);

/** How many blocks of each kind the counts ask for, no more than a board can hold. */
export function bloquesDe({ n_pares, n_individuales }: Pick<Panel, 'n_pares' | 'n_individuales'>) {
  const pares = Math.min(contar(n_pares), Math.floor(MAXIMO_DE_SWITCHES / 2));
  return { pares, individuales: Math.min(contar(n_individuales), MAXIMO_DE_SWITCHES - 2 * pares) };
}

const releNuevo = (): Rele => ({ nombre: '', tipo: '', hardware_pin: null, max_encendido_s: null });
const lugarNuevo = (zona: string): Lugar => ({ zona, sensor_pin: null, tiene_sensor: 0 });
export const parNuevo = (sitio: string): Par => ({ ...lugarNuevo(sitio), a: releNuevo(), b: releNuevo() });
export const individualNuevo = (sitio: string): Individual => ({ ...lugarNuevo(sitio), uno: releNuevo() });

export const panelVacio = (): Panel => ({
  dispositivo_id: null,
  sitio: '',
  n_pares: '0',
  n_individuales: '0',
  pares: [],
  individuales: [],
  activo: 1,
  version: undefined,
});

/** The form that edits one switch: a single individual entry, whatever it is part of (SWI-3). */
export const panelDe = (uno: Switch): Panel => ({
  ...panelVacio(),
  dispositivo_id: uno.dispositivo_id,
  sitio: uno.zona,
  n_individuales: '1',
  individuales: [
    {
      zona: uno.zona,
      sensor_pin: uno.sensor_pin,
      tiene_sensor: uno.tiene_sensor,
      uno: {
        nombre: uno.nombre,
        tipo: uno.tipo,
        hardware_pin: uno.hardware_pin,
        max_encendido_s: uno.max_encendido_s,
      },
    },
  ],
  activo: uno.activo,
  version: uno.version,
});

const { nombre, tipo, zona, hardware_pin, sensor_pin, tiene_sensor, activo, dispositivo_id } = SwitchGuardar.shape;
const entero = z.number({ error: OBLIGATORIO }).int(textos.errores.entero);
/** What is typed in minutes or hours comes to whole seconds. */
const maximo = z
  .number({ error: textos.maximo.numero })
  .transform(Math.round)
  .pipe(
    z
      .number()
      .min(0, textos.maximo.numero)
      .max(ENCENDIDO_TOPE_S, textos.maximo.tope(ENCENDIDO_TOPE_S / 86_400)),
  )
  .nullable();
const ReleValido = z
  .object({
    nombre,
    tipo: z.string().min(1, OBLIGATORIO).pipe(tipo),
    hardware_pin: entero.pipe(hardware_pin),
    max_encendido_s: maximo,
  })
  .refine(({ tipo, max_encendido_s }) => max_encendido_s !== 0 || !TIPOS_CON_LIMITE.has(tipo), {
    path: ['max_encendido_s'],
    message: textos.maximo.conLimite,
  });
const LugarValido = z.object({ zona, sensor_pin, tiene_sensor });

/** The contract's rules for each switch, on the blocks that are shown. */
export const PanelValido = z.preprocess(
  (panel: Panel) => {
    const { pares, individuales } = bloquesDe(panel);
    return {
      ...panel,
      pares: panel.pares.slice(0, pares),
      individuales: panel.individuales.slice(0, individuales),
    };
  },
  z
    .object({
      dispositivo_id: entero.pipe(dispositivo_id),
      sitio: z.string(),
      n_pares: z.string(),
      n_individuales: z.string(),
      pares: z.array(LugarValido.extend({ a: ReleValido, b: ReleValido })),
      individuales: z.array(LugarValido.extend({ uno: ReleValido })),
      activo,
      version: z.number().optional(),
    })
    .superRefine(({ n_pares, n_individuales }, contexto) => {
      const [pares, individuales] = [contar(n_pares), contar(n_individuales)];
      const mal = (path: string, message: string) => contexto.addIssue({ code: 'custom', path: [path], message });
      if (pares + individuales === 0) mal('n_pares', textos.errores.ninguno);
      if (2 * pares + individuales > MAXIMO_DE_SWITCHES)
        mal(
          2 * pares > MAXIMO_DE_SWITCHES ? 'n_pares' : 'n_individuales',
          textos.errores.demasiados(MAXIMO_DE_SWITCHES),
        );
    }),
) as unknown as z.ZodType<Panel>;

/** One switch of the list that is sent, and where in the form its relay's fields and its place's fields stand. */
interface Renglon {
  lugar: Lugar;
  rele: Rele;
  par_numero: 1 | 2;
  switch_site_id: number;
  enLugar: string;
  enRele: string;
}

function renglones(panel: Pick<Panel, 'n_pares' | 'n_individuales' | 'pares' | 'individuales'>): Renglon[] {
  const cuantos = bloquesDe(panel);
  const pares = panel.pares.slice(0, cuantos.pares).flatMap((par, i) =>
    (['a', 'b'] as const).map((lado) => ({
      lugar: par,
      rele: par[lado],
      par_numero: 2 as const,
      switch_site_id: i + 1,
      enLugar: `pares.${i}`,
      enRele: `pares.${i}.${lado}`,
    })),
  );
  const individuales = panel.individuales.slice(0, cuantos.individuales).map((individual, i) => ({
    lugar: individual,
    rele: individual.uno,
    par_numero: 1 as const,
    switch_site_id: cuantos.pares + i + 1,
    enLugar: `individuales.${i}`,
    enRele: `individuales.${i}.uno`,
  }));
  return [...pares, ...individuales];
}

/** The list of POST /switches/bulk (SWI-6); an edited switch keeps its id, par_numero and switch_site_id. */
export const aSwitches = (panel: Panel, empresa_id: number, editado: Switch | null): SwitchGuardar[] =>
  renglones(panel).map(({ lugar, rele, par_numero, switch_site_id }) => ({
    ...(editado && { id: editado.id, version: panel.version }),
    nombre: rele.nombre,
    tipo: rele.tipo as TipoSwitch,
    zona: lugar.zona,
    empresa_id,
    dispositivo_id: panel.dispositivo_id!,
    par_numero: editado?.par_numero ?? par_numero,
    switch_site_id: editado?.switch_site_id ?? switch_site_id,
    hardware_pin: rele.hardware_pin!,
    tiene_sensor: lugar.tiene_sensor,
    sensor_pin: lugar.tiene_sensor === 1 ? lugar.sensor_pin : null,
    max_encendido_s: rele.max_encendido_s,
    activo: panel.activo,
  }));

const DEL_RELE = new Set(['nombre', 'tipo', 'hardware_pin', 'max_encendido_s']);
const DEL_LUGAR = new Set(['zona', 'sensor_pin', 'tiene_sensor']);

/** Where in the form the server's `switches.2.hardware_pin` was typed. */
export function campoDelPanel(panel: Panel, campo: string): string {
  const [, indice, nombreDelCampo = ''] = /^switches\.(\d+)\.(\w+)$/.exec(campo) ?? [];
  const renglon = renglones(panel)[Number(indice)];
  if (renglon && DEL_RELE.has(nombreDelCampo)) return `${renglon.enRele}.${nombreDelCampo}`;
  if (renglon && DEL_LUGAR.has(nombreDelCampo)) return `${renglon.enLugar}.${nombreDelCampo}`;
  return nombreDelCampo || campo;
}
