import { inWords, motivoBySensor, type Phrase, withoutNames } from './index.js';

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

describe('a sentence for a reader who may not know other switches', () => {
  it.each(cut)('of %j names none', (phrase, sentence) => {
    expect(withoutNames(inWords(phrase))).toBe(sentence);
    // A turn keeps it without its full stop.
    expect(withoutNames(inWords(phrase).replace(/\.$/, ''))).toBe(sentence.replace(/\.$/, ''));
  });

  it('stays as it is where each name is known', () => {
    const known = (nombre: string) => nombre !== 'Pozo';
    const theirs = inWords({ codigo: 'falta_valvula', valves: ['Norte', 'Sur'] });
    expect(withoutNames(theirs, known)).toBe(theirs);
    const mixed = inWords({ codigo: 'falta_valvula', valves: ['Norte', 'Pozo'] });
    expect(withoutNames(mixed, known)).toBe('No se puede encender: antes debe estar abierta una válvula.');
    const sensor = motivoBySensor('Se omitió', 'humedad', 81, '%', 'Norte');
    expect(withoutNames(sensor, known)).toBe(sensor);
  });

  it.each([120, 170, 290])('names none when %d characters of a list are left of it', (length) => {
    const valves = Array.from({ length: 40 }, (_, i) => `Pozo ${i}`);
    for (const phrase of [
      { codigo: 'falta_valvula', valves },
      { codigo: 'valvula_reciente', valves, segundos: 9 },
    ] as const)
      expect(withoutNames(inWords(phrase).slice(0, length))).not.toContain('Pozo');
  });

  it('cuts the sensor of a turn, and leaves what follows', () => {
    const motivo = `${motivoBySensor('Se omitió', 'humedad', 81, '%', 'Tanque')}; su bomba no encendió`;
    expect(withoutNames(motivo)).toBe('Se omitió: humedad de 81 %; su bomba no encendió');
  });

  it('keeps the names of programs, rules and people, and what the cloud says', () => {
    for (const phrase of [
      { codigo: 'programa', nombre: 'Huerta' },
      { codigo: 'regla', nombre: 'Calor' },
      { codigo: 'bloqueado', nombre: 'Ana', motivo: 'Mantenimiento' },
      { codigo: 'nube_dice', texto: 'device «x» is offline' },
    ] as const)
      expect(withoutNames(inWords(phrase))).toBe(inWords(phrase));
    expect(withoutNames(null)).toBeNull();
  });
});
