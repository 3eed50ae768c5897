// Apart from the schemas, so that a browser can load this without zod.

/** Why the system turned a switch off. */
export type SystemReason =
  | { codigo: 'sobretiempo' }
  | { codigo: 'ultima_valvula'; valve: string }
  | { codigo: 'juntos'; con: string; interlockGroup: string }
  | { codigo: 'sin_valvula'; interlockGroup: string; incierto: boolean };

/** A sentence for people as services store it: a code and its parameters. */
export type Phrase = SystemReason;

type De<C extends Phrase['codigo']> = Extract<Phrase, { codigo: C }>;

const SENTENCES: { readonly [C in Phrase['codigo']]: (phrase: De<C>) => string } = {
  sobretiempo: () => 'Seguía encendido después de su tiempo máximo',
  ultima_valvula: ({ valve }) => `Se cierra «${valve}», su última válvula abierta`,
  juntos: ({ con, interlockGroup }) => `Estaba encendido junto con «${con}» («${interlockGroup}»)`,
  sin_valvula: ({ interlockGroup, incierto }) =>
    incierto
      ? `No se sabía de ninguna válvula abierta («${interlockGroup}»)`
      : `No quedaba ninguna válvula abierta («${interlockGroup}»)`,
};

/** The sentence, in Spanish. */
export const inWords = <F extends Phrase>(phrase: F): string => {
  const tell = SENTENCES[phrase.codigo] as (phrase: F) => string;
  return tell(phrase);
};
