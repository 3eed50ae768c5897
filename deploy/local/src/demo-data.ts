import type { EmpresaSave, SwitchSave, TipoSwitch } from '@acequia/contracts';

/** Two fictional companies with people, boards and switches: the data of the demo. */

export const DEMO_PASSWORD = 'acequia-demo';

interface DemoSwitch {
  nombre: string;
  tipo: TipoSwitch;
  sensor?: true;
}

export interface DemoPlaca {
  nombre: string;
  /** Two switches each. */
  pares: { zona: string; a: DemoSwitch; b: DemoSwitch }[];
  singles: { zona: string; sw: DemoSwitch }[];
}

export interface DemoDispositivo {
  nombre: string;
  shelly_id: string;
  tipo: 'shelly_1' | 'shelly_pro3m';
  /** Only when it is not in normal use. */
  estado?: 'suspendido' | 'vencido';
}

export interface DemoEmpresa {
  empresa: Pick<EmpresaSave, 'nombre' | 'telefono_celular' | 'limite_usuarios' | 'costo_plan' | 'zona_horaria'>;
  admin: { nombre: string; email: string };
  usuario: { nombre: string; email: string };
  placas: DemoPlaca[];
  dispositivos: DemoDispositivo[];
}

/** Relay and sensor pins of a demo board, in the order its switches take them; none is doubtful on an ESP32. */
const RELAYS = [25, 26, 27, 14, 13, 18, 19, 21];
const SENSORES = [32, 33, 22, 23];

const riego = (nombre: string): DemoSwitch => ({ nombre, tipo: 'selenoide', sensor: true });
const clima = (nombre: string, tipo: TipoSwitch = 'cooler'): DemoSwitch => ({ nombre, tipo, sensor: true });
const simple = (nombre: string, tipo: TipoSwitch): DemoSwitch => ({ nombre, tipo });

const greenhouse = (nombre: string, crop: string): DemoPlaca => ({
  nombre,
  pares: [
    { zona: `${nombre} norte`, a: riego(`Riego ${crop}`), b: clima('Nebulización', 'difusor') },
    { zona: `${nombre} sur`, a: riego(`Riego ${crop}`), b: clima('Extractor', 'turbina') },
  ],
  singles: [{ zona: nombre, sw: simple('Cortina lateral', 'motor') }],
});

const campo = (nombre: string, crop: string): DemoPlaca => ({
  nombre,
  pares: [
    { zona: `${nombre} sector 1`, a: riego(`Goteo ${crop}`), b: simple('Fertirriego', 'selenoide') },
    { zona: `${nombre} sector 2`, a: riego(`Goteo ${crop}`), b: simple('Fertirriego', 'selenoide') },
  ],
  singles: [{ zona: nombre, sw: simple('Bomba de refuerzo', 'motor') }],
});

const nave = (nombre: string, uso: string): DemoPlaca => ({
  nombre,
  pares: [
    { zona: `${nombre} lado A`, a: clima('Enfriador'), b: clima('Ventilación', 'turbina') },
    { zona: `${nombre} lado B`, a: clima('Enfriador'), b: simple('Ventilación', 'turbina') },
  ],
  singles: [{ zona: nombre, sw: simple(uso, 'otro') }],
});

export const DEMO_EMPRESAS: readonly DemoEmpresa[] = [
  {
    empresa: {
      nombre: 'Agrícola Valle Verde',
      telefono_celular: '667 123 4501',
      limite_usuarios: 25,
      costo_plan: 1_850,
      zona_horaria: 'America/Mazatlan',
    },
    admin: { nombre: 'Lucía Armenta', email: 'empresa@acequia.demo' },
    usuario: { nombre: 'Ramón Beltrán', email: 'usuario@acequia.demo' },
    placas: [
      greenhouse('Invernadero 1', 'tomate'),
      greenhouse('Invernadero 2', 'pepino'),
      greenhouse('Semillero', 'charolas'),
      campo('Lote El Mezquite', 'chile'),
      campo('Lote La Noria', 'maíz'),
      nave('Cuarto frío', 'Luz de andén'),
      nave('Empaque', 'Banda de lavado'),
    ],
    dispositivos: [
      { nombre: 'Bomba del pozo 2', shelly_id: 'c45bbe5f1a01', tipo: 'shelly_1' },
      { nombre: 'Centinela tablero general', shelly_id: '34987a5b2c10', tipo: 'shelly_pro3m' },
      { nombre: 'Luz perimetral', shelly_id: 'c45bbe5f1a02', tipo: 'shelly_1' },
      { nombre: 'Bomba de respaldo', shelly_id: 'c45bbe5f1a03', tipo: 'shelly_1', estado: 'suspendido' },
      { nombre: 'Centinela de la bodega', shelly_id: '34987a5b2c11', tipo: 'shelly_pro3m', estado: 'vencido' },
    ],
  },
  {
    empresa: {
      nombre: 'Rancho Los Encinos',
      telefono_celular: '442 987 6502',
      limite_usuarios: 10,
      costo_plan: 950,
      zona_horaria: 'America/Mexico_City',
    },
    admin: { nombre: 'Esteban Rivera', email: 'empresa2@acequia.demo' },
    usuario: { nombre: 'Teresa Olvera', email: 'usuario2@acequia.demo' },
    placas: [
      greenhouse('Túnel de berries', 'frambuesa'),
      campo('Huerta de aguacate', 'aguacate'),
      campo('Viñedo', 'vid'),
      nave('Gallinero', 'Luz de postura'),
      nave('Establo', 'Bebederos'),
    ],
    dispositivos: [
      { nombre: 'Bomba de la presa', shelly_id: 'c45bbe5f2b01', tipo: 'shelly_1' },
      { nombre: 'Centinela de bombeo', shelly_id: '34987a5b2c20', tipo: 'shelly_pro3m' },
      { nombre: 'Portón del corral', shelly_id: 'c45bbe5f2b02', tipo: 'shelly_1', estado: 'suspendido' },
      { nombre: 'Bomba del bebedero', shelly_id: 'c45bbe5f2b03', tipo: 'shelly_1', estado: 'vencido' },
    ],
  },
];

/** The wiring of a demo board: the body of POST /switches/bulk. */
export const switchesOf = (placa: DemoPlaca, empresa_id: number, dispositivo_id: number): SwitchSave[] => {
  const relays = RELAYS.values();
  const sensores = SENSORES.values();
  const fill = (sw: DemoSwitch, zona: string, par_numero: 1 | 2, switch_site_id: number): SwitchSave => ({
    nombre: sw.nombre,
    tipo: sw.tipo,
    zona,
    empresa_id,
    dispositivo_id,
    par_numero,
    switch_site_id,
    hardware_pin: relays.next().value ?? 0,
    tiene_sensor: sw.sensor ? 1 : 0,
    sensor_pin: sw.sensor ? (sensores.next().value ?? null) : null,
    activo: 1,
  });
  const pares = placa.pares.flatMap(({ zona, a, b }, n) => [fill(a, zona, 2, n + 1), fill(b, zona, 2, n + 1)]);
  const rest = placa.singles.map(({ zona, sw }, n) => fill(sw, zona, 1, placa.pares.length + n + 1));
  return [...pares, ...rest];
};
