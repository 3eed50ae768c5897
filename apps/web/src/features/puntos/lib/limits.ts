import { magnitudOf, type Proteccion, type Punto, type Regla, type ReglaClima } from '@acequia/contracts';
import { inWords } from '../../../entities/punto/value.js';
import { texts } from '../textos.js';

/** A value beyond which something happens. */
export interface Limit {
  valor: number;
  /** What, in words. */
  texto: string;
  /** A climate rule that acts is no harm. */
  harmless: boolean;
}

interface Watchers {
  avisos: readonly Pick<Regla, 'tipo' | 'activa' | 'punto_id' | 'umbral'>[];
  protecciones: readonly Pick<Proteccion, 'nombre' | 'activa' | 'punto_id' | 'cuando' | 'valor'>[];
  clima: readonly Pick<ReglaClima, 'nombre' | 'activa' | 'punto_id' | 'etapas'>[];
}

/** The limits of a value of the moment. A counter only grows, and a state or a direction has none. */
export function limitsOf({ id, magnitud }: Pick<Punto, 'id' | 'magnitud'>, watchers: Watchers): Limit[] {
  if (magnitudOf(magnitud).clase !== 'instantanea') return [];
  const watches = (one: { activa: 0 | 1; punto_id?: number | null | undefined }): boolean =>
    one.activa === 1 && one.punto_id === id;
  const { limits: t } = texts.history;
  return [
    ...watchers.avisos
      .filter(watches)
      .flatMap(({ tipo, umbral }) =>
        umbral !== null && (tipo === 'punto_alto' || tipo === 'punto_bajo')
          ? [{ valor: umbral, texto: t.aviso(tipo === 'punto_alto', inWords(magnitud, umbral)), harmless: false }]
          : [],
      ),
    ...watchers.protecciones
      .filter(watches)
      .flatMap(({ nombre, cuando, valor }) =>
        cuando === 'arriba' || cuando === 'abajo'
          ? [{ valor, texto: t.proteccion(nombre, cuando === 'arriba', inWords(magnitud, valor)), harmless: false }]
          : [],
      ),
    ...watchers.clima.filter(watches).flatMap(({ nombre, etapas }) =>
      etapas.map(({ enciende }) => ({
        valor: enciende,
        texto: t.clima(nombre, inWords(magnitud, enciende)),
        harmless: true,
      })),
    ),
  ];
}
