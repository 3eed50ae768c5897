// Apart from the schemas, so that a browser can have them without zod.

/** Why the system itself turned a switch off. */
export type SystemReason =
  | { codigo: 'sobretiempo' }
  | { codigo: 'ultima_valvula'; valve: string }
  | { codigo: 'juntos'; con: string; interlockGroup: string }
  | { codigo: 'sin_valvula'; interlockGroup: string; incierto: boolean };

/** A sentence for people as services keep it: a code and what it speaks of. */
export type Frase = SystemReason;

type De<C extends Frase['codigo']> = Extract<Frase, { codigo: C }>;

const SENTENCES: { readonly [C in Frase['codigo']]: (frase: De<C>) => string } = {
  sobretiempo: () => 'Seguía encendido después de su tiempo máximo',
  ultima_valvula: ({ valve }) => `Se cierra «${valve}», su última válvula abierta`,
  juntos: ({ con, interlockGroup }) => `Estaba encendido junto con «${con}» («${interlockGroup}»)`,
  sin_valvula: ({ interlockGroup, incierto }) =>
    incierto
      ? `No se sabía de ninguna válvula abierta («${interlockGroup}»)`
      : `No quedaba ninguna válvula abierta («${interlockGroup}»)`,
};

/** The sentence, in Spanish. */
export const inWords = <F extends Frase>(frase: F): string => {
  const tell = SENTENCES[frase.codigo] as (frase: F) => string;
  return tell(frase);
};
