import { DIAS_TARIFA, type TarifaRegla, type TarifaVersion } from './tarifa-calendario.js';

/** Shapes to begin with. Their prices are placeholders: nobody is billed by them. */
export interface TarifaEjemplo {
  clave: 'mexico' | 'espana';
  nombre: string;
  version: Omit<TarifaVersion, 'desde'>;
}

const WORKDAYS = ['lun', 'mar', 'mie', 'jue', 'vie'] as const;
const REST = ['sab', 'dom', 'festivo'] as const;

/** Of a working day: the dear hours, those between and, until 8, the cheapest. */
const workday = (temporada: NonNullable<TarifaRegla['temporada']>, dear: string, between: string): TarifaRegla[] => [
  { periodo: 'P6', temporada, dias: WORKDAYS, desde: 0, hasta: 8 },
  { periodo: between, temporada, dias: WORKDAYS, desde: 8, hasta: 9 },
  { periodo: dear, temporada, dias: WORKDAYS, desde: 9, hasta: 14 },
  { periodo: between, temporada, dias: WORKDAYS, desde: 14, hasta: 18 },
  { periodo: dear, temporada, dias: WORKDAYS, desde: 18, hasta: 22 },
  { periodo: between, temporada, dias: WORKDAYS, desde: 22, hasta: 24 },
];

export const TARIFA_EJEMPLOS: readonly TarifaEjemplo[] = [
  {
    clave: 'mexico',
    nombre: 'México: riego nocturno y diurno, como 9-N (9-CU tiene un solo periodo)',
    version: {
      periodos: [
        { nombre: 'Nocturno', precio: 0.5 },
        { nombre: 'Diurno', precio: 1 },
      ],
      reglas: [
        { periodo: 'Nocturno', dias: DIAS_TARIFA, desde: 0, hasta: 8 },
        { periodo: 'Diurno', dias: DIAS_TARIFA, desde: 8, hasta: 24 },
      ],
      festivos: [],
    },
  },
  {
    clave: 'espana',
    nombre: 'España: seis periodos, como 6.1TD',
    version: {
      periodos: [
        { nombre: 'P1', precio: 0.6 },
        { nombre: 'P2', precio: 0.5 },
        { nombre: 'P3', precio: 0.4 },
        { nombre: 'P4', precio: 0.3 },
        { nombre: 'P5', precio: 0.2 },
        { nombre: 'P6', precio: 0.1 },
      ],
      reglas: [
        ...workday({ desde: '12-01', hasta: '02-29' }, 'P1', 'P2'),
        ...workday({ desde: '03-01', hasta: '03-31' }, 'P2', 'P3'),
        ...workday({ desde: '04-01', hasta: '05-31' }, 'P4', 'P5'),
        ...workday({ desde: '06-01', hasta: '06-30' }, 'P3', 'P4'),
        ...workday({ desde: '07-01', hasta: '07-31' }, 'P1', 'P2'),
        ...workday({ desde: '08-01', hasta: '09-30' }, 'P3', 'P4'),
        ...workday({ desde: '10-01', hasta: '10-31' }, 'P4', 'P5'),
        ...workday({ desde: '11-01', hasta: '11-30' }, 'P2', 'P3'),
        { periodo: 'P6', dias: REST, desde: 0, hasta: 24 },
      ],
      festivos: ['01-01', '01-06', '05-01', '08-15', '10-12', '11-01', '12-06', '12-08', '12-25'],
    },
  },
];
