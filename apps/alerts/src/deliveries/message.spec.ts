import { inParts, type Letter, onePart, partsOf, type Told } from './message.js';

/** Telegram counts characters, at most as many as JavaScript does. */
const TELEGRAM_MAX = 4_096;

const told = (id: number, changes: Partial<Told> = {}): Told => ({
  id,
  tipo: 'placa_sin_conexion',
  severidad: 'alta',
  estado: 'disparado',
  desde: 0,
  hasta: null,
  texto: `Placa ${id}: sin conexión.`,
  switch_id: null,
  concrete: true,
  reconocido_por: null,
  reconocido_ts: null,
  nota: null,
  veces: 1,
  ...changes,
});
const letter = (avisos: Told[], changes: Partial<Letter> = {}): Letter => ({
  numero: 41,
  empresa: 'Rancho <El Sauce> & Hijos_*',
  zona: 'America/Mazatlan',
  avisos,
  others: 0,
  late: false,
  consola: 'https://riego.example',
  ...changes,
});
const at = (text: string): number => Date.parse(`${text}-07:00`);

it('says where, what, since when and what was done about it, and leads to the screen', () => {
  const reconocido = { estado: 'reconocido', reconocido_por: 'Ana', reconocido_ts: at('2026-11-22T03:20') };
  const one = told(7, { desde: at('2026-11-22T03:12'), ...reconocido, nota: 'Voy' });
  const [text] = partsOf(letter([one]));
  expect(text?.split('\n')).toEqual([
    'Rancho <El Sauce> & Hijos_*',
    '',
    '🟠 Placa sin conexión',
    'Placa 7: sin conexión.',
    'Desde 22 nov, 03:12.',
    '👤 Lo atiende Ana 22 nov, 03:20. «Voy»',
    '',
    'Mensaje n.º 41 · https://riego.example/avisos?aviso=7',
  ]);
});

it('says how long it took when it is over', () => {
  const over = told(7, { desde: at('2026-11-22T03:12'), hasta: at('2026-11-22T05:17'), estado: 'resuelto' });
  expect(partsOf(letter([over]))[0]).toContain('Terminó 22 nov, 05:17; duró 2 h 5 min.');
});

it('splits what is too long into parts with its number, and breaks no character', () => {
  const texto = '🌱'.repeat(1_500);
  const parts = partsOf(letter(Array.from({ length: 4 }, (_, id) => told(id, { texto }))));
  expect(parts.length).toBeGreaterThan(1);
  parts.forEach((part, i) => {
    expect(part.length).toBeLessThanOrEqual(TELEGRAM_MAX);
    expect(part).toContain(`Mensaje n.º 41 · https://riego.example/avisos (${i + 1}/${parts.length})`);
    expect(part.isWellFormed()).toBe(true);
  });
  expect(parts.join('').match(/🌱/g)).toHaveLength(4 * 1_500);
});

it('loses nothing of a paragraph that fills several parts', () => {
  const parts = inParts(['x'.repeat(10_000)], 'Mensaje n.º 1');
  expect(parts.join('').match(/x/g)).toHaveLength(10_000);
});

it('fits what a message became into the one message that is edited, and counts what does not fit', () => {
  const avisos = Array.from({ length: 10 }, (_, id) => told(id, { reconocido_por: 'Ana', nota: 'n'.repeat(600) }));
  const text = onePart(letter(avisos));
  expect(text.length).toBeLessThanOrEqual(TELEGRAM_MAX);
  const shown = text.match(/Placa \d+:/g)?.length ?? 0;
  expect(shown).toBeGreaterThan(0);
  expect(text).toContain(`… y ${10 - shown} más, en la consola.`);
  expect(text).toContain('· 10 avisos');
});
