// Apart from the schemas, so that a browser can have them without zod.

/** Why the system itself turned a switch off. */
export type MotivoDeSistema =
  | { codigo: 'sobretiempo' }
  | { codigo: 'ultima_valvula'; valvula: string }
  | { codigo: 'juntos'; con: string; grupo: string }
  | { codigo: 'sin_valvula'; grupo: string; incierto: boolean };

/** A sentence for people as services keep it: a code and what it speaks of. */
export type Frase = MotivoDeSistema;

type De<C extends Frase['codigo']> = Extract<Frase, { codigo: C }>;

const FRASES: { readonly [C in Frase['codigo']]: (frase: De<C>) => string } = {
  sobretiempo: () => 'Seguía encendido después de su tiempo máximo',
  ultima_valvula: ({ valvula }) => `Se cierra «${valvula}», su última válvula abierta`,
  juntos: ({ con, grupo }) => `Estaba encendido junto con «${con}» («${grupo}»)`,
  sin_valvula: ({ grupo, incierto }) =>
    incierto
      ? `No se sabía de ninguna válvula abierta («${grupo}»)`
      : `No quedaba ninguna válvula abierta («${grupo}»)`,
};

/** The sentence, in Spanish. */
export const enPalabras = <F extends Frase>(frase: F): string => {
  const decir = FRASES[frase.codigo] as (frase: F) => string;
  return decir(frase);
};
