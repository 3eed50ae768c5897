import type { ProgramaSave, ReglaClimaSave, Switch } from '@acequia/contracts';

type Named = Pick<Switch, 'id' | 'nombre' | 'tipo' | 'dispositivo_id'>;

const hour = (h: number, minutes = '00'): string => `${String(h).padStart(2, '0')}:${minutes}`;
const HOURLY = Array.from({ length: 15 }, (_, n) => hour(6 + n));
const BY_NIGHT = [21, 23, 1, 3, 5].map((h) => hour(h, '30'));

/** What a company's demo boards do by themselves: greenhouse pulses by day, drip by night, and a ventilated greenhouse. */
export const demoPlans = (
  empresa_id: number,
  switches: readonly Named[],
): { programas: ProgramaSave[]; reglas: ReglaClimaSave[] } => {
  const common = { empresa_id, activo: 1, dias: { cada: 1, desde: '2026-01-01' }, sin_conexion: 'regar' } as const;
  const program = (nombre: string, what: RegExp, inicios: string[], duracion_s: number): ProgramaSave[] => {
    const valves = ofFirstBoard(switches.filter((sw) => what.test(sw.nombre)));
    return valves.length === 0
      ? []
      : [{ ...common, nombre, inicios, pasos: valves.map(({ id }) => ({ switch_id: id, duracion_s })) }];
  };
  return {
    programas: [
      ...program('Pulsos del invernadero', /^Riego /, HOURLY, 300),
      ...program('Goteo de la noche', /^Goteo /, BY_NIGHT, 1_500),
    ],
    reglas: ventilation(empresa_id, switches),
  };
};

const ventilation = (empresa_id: number, switches: readonly Named[]): ReglaClimaSave[] => {
  const fan = switches.find(({ nombre }) => nombre === 'Extractor');
  const mist = switches.find((sw) => sw.nombre === 'Nebulización' && sw.dispositivo_id === fan?.dispositivo_id);
  if (!fan || !mist) return [];
  return [
    {
      empresa_id,
      nombre: 'Ventilación del invernadero',
      activa: 1,
      sensor_switch_id: fan.id,
      valor: 'temperatura',
      cuando: 'arriba',
      etapas: [
        { switch_id: fan.id, enciende: 27, apaga: 25, si_calla: 'ciclo' },
        { switch_id: mist.id, enciende: 30, apaga: 28, si_calla: 'apagado' },
      ],
      min_encendido_s: 120,
      min_apagado_s: 120,
      prioridad: 0,
      persona_s: 3_600,
      edad_max_s: 600,
    },
  ];
};

const ofFirstBoard = (switches: readonly Named[]): Named[] =>
  switches.filter(({ dispositivo_id }) => dispositivo_id === switches[0]?.dispositivo_id);
