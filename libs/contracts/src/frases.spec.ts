import { inWords, type Phrase } from './index.js';

const told: [Phrase, string][] = [
  [{ codigo: 'placa_sigue', encendido: false }, 'La placa respondió que sigue apagado'],
  [{ codigo: 'placa_error', error: 'value 3 not found!' }, 'La placa respondió: value 3 not found!'],
  [{ codigo: 'espera_bomba', segundos: 0 }, 'Espera a que la bomba se detenga'],
  [{ codigo: 'espera_bomba', segundos: 12 }, 'Espera a que la bomba se detenga y 12 s más'],
  [{ codigo: 'bloqueado', nombre: 'Ana', motivo: 'Mantenimiento' }, 'Bloqueado por Ana: Mantenimiento'],
  [{ codigo: 'error', error: 'dispositivo_suspendido' }, 'El dispositivo está suspendido.'],
  [{ codigo: 'falta_valvula', valves: [] }, 'No se puede encender: antes debe estar abierta una válvula.'],
  [
    { codigo: 'dispositivo', motivo: 'limite', detalle: null },
    'La nube pide esperar: demasiadas consultas a la cuenta.',
  ],
  [
    {
      codigo: 'dispositivo',
      motivo: 'nube_con_error',
      detalle: { codigo: 'nube_http', status: 302, redirected: true },
    },
    'La nube del dispositivo respondió con un error. [HTTP 302 (redirección)]',
  ],
  [
    {
      codigo: 'dispositivo',
      motivo: 'nube_sin_respuesta',
      detalle: { codigo: 'nube_conexion_fallida', error: 'ECONNREFUSED' },
    },
    'La nube del dispositivo no responde. [Conexión fallida (ECONNREFUSED)]',
  ],
];

describe('a stored phrase', () => {
  it.each(told)('%j is read as a sentence', (phrase, sentence) => {
    expect(inWords(phrase, null)).toBe(sentence);
  });
});
