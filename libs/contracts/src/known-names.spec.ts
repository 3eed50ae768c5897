import { AppError, inWords, KNOWN_TO_NOBODY, type Phrase, refused, toldIn } from './index.js';

const cut: [Phrase, string][] = [
  [
    { codigo: 'otro_encendiendo', nombre: 'Pozo' },
    'No se puede encender: otro switch se está encendiendo y no pueden estar juntos.',
  ],
  [
    { codigo: 'otro_encendido', nombre: 'Pozo' },
    'No se puede encender: otro switch está encendido y no pueden estar juntos.',
  ],
  [
    { codigo: 'otro_incierto', nombre: 'Pozo' },
    'No se puede encender: no se sabe si otro switch está encendido y no pueden estar juntos.',
  ],
  [
    { codigo: 'otro_desconocido', interlockGroup: 'Pozo' },
    'No se puede encender: todavía no se conoce otro switch con el que no puede estar.',
  ],
  [
    { codigo: 'falta_valvula', valves: ['Pozo', 'Válvula'] },
    'No se puede encender: antes debe estar abierta una válvula.',
  ],
  [
    { codigo: 'valvula_reciente', valves: ['Pozo', 'Válvula', 'Tanque'], segundos: 4 },
    'No se puede encender: una válvula acaba de abrirse; faltan 4 s.',
  ],
  [{ codigo: 'ultima_valvula', valve: 'Pozo' }, 'Se cierra su última válvula abierta'],
  [{ codigo: 'juntos', con: 'Pozo', interlockGroup: 'Turno' }, 'Estaba encendido junto con otro switch'],
  [{ codigo: 'sin_valvula', interlockGroup: 'Pozo', incierto: false }, 'No quedaba ninguna válvula abierta'],
  [{ codigo: 'sin_valvula', interlockGroup: 'Pozo', incierto: true }, 'No se sabía de ninguna válvula abierta'],
];

const whole: [Phrase, string][] = [
  [
    { codigo: 'otro_incierto', nombre: 'Pozo' },
    'No se puede encender: no se sabe si el switch «Pozo» está encendido y no pueden estar juntos.',
  ],
  [
    { codigo: 'otro_desconocido', interlockGroup: 'Turno' },
    'No se puede encender: todavía no se conoce otro switch de «Turno».',
  ],
  [
    { codigo: 'valvula_reciente', valves: ['Norte', 'Sur'], segundos: 4 },
    'No se puede encender: «Norte» o «Sur» acaba de abrirse; faltan 4 s.',
  ],
  [{ codigo: 'ultima_valvula', valve: 'Norte' }, 'Se cierra «Norte», su última válvula abierta'],
  [{ codigo: 'juntos', con: 'Pozo', interlockGroup: 'Turno' }, 'Estaba encendido junto con «Pozo» («Turno»)'],
  [
    { codigo: 'sin_valvula', interlockGroup: 'Turno', incierto: true },
    'No se sabía de ninguna válvula abierta («Turno»)',
  ],
];

describe('a phrase for a reader who may not know other switches', () => {
  it.each(cut)('of %j names none', (phrase, sentence) => {
    expect(inWords(phrase, KNOWN_TO_NOBODY)).toBe(sentence);
  });

  it.each(whole)('of %j names all to who knows every switch', (phrase, sentence) => {
    expect(inWords(phrase, null)).toBe(sentence);
  });

  it('names what its reader knows, and of a list all or none', () => {
    const known = new Set(['Norte', 'Sur']);
    const listed = (...valves: string[]): string => inWords({ codigo: 'falta_valvula', valves }, known);
    expect(listed('Norte', 'Sur')).toBe('No se puede encender: antes debe estar abierta «Norte» o «Sur».');
    expect(listed('Norte', 'Pozo')).toBe('No se puede encender: antes debe estar abierta una válvula.');
    expect(inWords({ codigo: 'juntos', con: 'Norte', interlockGroup: 'Turno' }, known)).toBe(
      'Estaba encendido junto con otro switch',
    );
  });

  it('keeps the names of programs, rules and people, and what the cloud says', () => {
    for (const phrase of [
      { codigo: 'programa', nombre: 'Huerta' },
      { codigo: 'regla', nombre: 'Calor' },
      { codigo: 'bloqueado', nombre: 'Ana', motivo: 'Mantenimiento' },
      { codigo: 'nube_dice', texto: 'device «x» is offline' },
    ] as const)
      expect(inWords(phrase, KNOWN_TO_NOBODY)).toBe(inWords(phrase, null));
  });
});

describe('a sentence as it was stored or sent', () => {
  const named = 'No se puede encender: el switch «Pozo» está encendido y no pueden estar juntos.';
  const frase = { codigo: 'otro_encendido', nombre: 'Pozo' } as const;

  it('is read by its phrase, whatever its words say', () => {
    expect(toldIn(frase, 'Otra cosa', null)).toBe(named);
    expect(toldIn(frase, named, KNOWN_TO_NOBODY)).toBe(cut[1]?.[1]);
  });

  it('without a phrase is read by who knows every switch alone', () => {
    expect(toldIn(null, named, null)).toBe(named);
    expect(toldIn(undefined, named, new Set(['Pozo']))).toBeNull();
    expect(toldIn(null, null, null)).toBeNull();
  });

  it('has an end however many switches it names', () => {
    const valves = Array.from({ length: 40 }, (_, i) => `Pozo ${i}`);
    expect(toldIn({ codigo: 'falta_valvula', valves }, null, null)).toHaveLength(300);
  });
});

describe('an error that says a phrase', () => {
  const frase = { codigo: 'otro_encendido', nombre: 'Pozo' } as const;

  it('names to its reader what they may know, and hands the phrase on between services', () => {
    expect(refused('switch_enclavado', frase).texto).toBe(cut[1]?.[1]);
    const sent = AppError.fromJSON(refused('switch_enclavado', frase, { known: null }).toJSON());
    expect([sent.texto, sent.frase]).toEqual([inWords(frase, null), frase]);
  });
});
