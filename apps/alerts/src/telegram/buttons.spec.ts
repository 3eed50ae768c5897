import type { Told } from '../deliveries/message.js';
import { buttonsFor } from './buttons.js';

const aviso = (changes: Partial<Told>): Told => ({
  id: 1,
  tipo: 'placa_sin_conexion',
  severidad: 'alta',
  estado: 'disparado',
  desde: 0,
  hasta: null,
  texto: '',
  switch_id: null,
  concrete: true,
  reconocido_por: null,
  reconocido_ts: null,
  nota: null,
  veces: 1,
  ...changes,
});
const texts = (...avisos: Told[]): string[][] => buttonsFor(7, avisos).map((row) => row.map(({ text }) => text));

describe('the buttons of a message', () => {
  it('offer what can still be done', () => {
    expect(texts(aviso({}))).toEqual([['Reconocer', 'Silenciar 2 h']]);
    expect(texts(aviso({ switch_id: 3 }))).toEqual([['Reconocer', 'Silenciar 2 h'], ['Apagar este switch']]);
    const failed = aviso({ tipo: 'turno_fallido', switch_id: 3 });
    expect(texts(failed)).toEqual([['Reconocer', 'Silenciar 2 h'], ['Recuperar']]);
    expect(texts(failed, failed)).toEqual([['Reconocer todos', 'Silenciar 2 h']]);
    expect(texts(aviso({ estado: 'reconocido' }), aviso({}))).toEqual([['Reconocer todos', 'Silenciar 2 h']]);
    expect(texts(aviso({ hasta: 5 }))).toEqual([]);
  });

  it('never silence a whole company because of an alarm about all of it', () => {
    const ends = aviso({ tipo: 'vencimiento', concrete: false });
    expect(texts(ends)).toEqual([['Reconocer']]);
    expect(texts({ ...ends, estado: 'reconocido' })).toEqual([]);
  });
});
