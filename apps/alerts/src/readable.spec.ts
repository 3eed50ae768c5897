import type { AvisoDatos, TipoAviso } from '@acequia/contracts';
import { readBy, type Reader, type Stored } from './readable.js';

const mine = { zona: 'Norte', nombre: 'Válvula' };
const elses = { zona: 'Sur', nombre: 'Pozo' };
const placa = { nombre: 'Caseta', numero: 12, sitio: null };
const ANA: Reader = { switches: new Map([[41, mine]]), dispositivos: new Set(['Relevador']) };

const stored = (tipo: TipoAviso, datos: object | null, changes: Partial<Stored> = {}): Stored => ({
  tipo,
  datos: datos as AvisoDatos | null,
  texto: 'Sur - Pozo: algo.',
  switch_id: null,
  switches: [41, 42],
  ...changes,
});
const turno = {
  causa: 'objeto',
  lugar: { switch: elses },
  turnos: 3,
  desde: { hora: '05:00', dia: null },
  cosas: [mine, elses, 'Relevador', 'Bomba vieja', null],
  otras: 1,
  motivo: 'No respondió',
  sin_nombres: true,
  m3_medidos: null,
  m3_esperados: null,
};

describe('what a usuario reads of an alarm', () => {
  it.each<[string, Stored, string]>([
    [
      'a plan that was not taken',
      stored('plan_sin_tomar', { placa, primero: { hora: '05:00', dia: null }, switch: elses, turnos: 2 }),
      'Caseta (placa 12): no ha recibido su plan, y sin él no regará a las 05:00 (un equipo); le faltan 2 riegos.',
    ],
    [
      'the health of a board',
      stored('salud_de_placa', { placa, fallas: [{ que: 'desgaste', pin: 5, ops: 100_000, switch: elses }] }),
      'Caseta (placa 12): el relevador de un equipo se encendió 100,000 veces: cámbialo, y su contactor, antes de que se peguen.',
    ],
    [
      'failed turns',
      stored('turno_fallido', turno),
      'Un equipo: 3 riegos perdidos o a medias desde las 05:00 (Norte - Válvula, Relevador, un switch eliminado y 3 más): no respondió.',
    ],
    [
      'a reason of before, which may name others',
      stored('turno_fallido', { ...turno, lugar: null, cosas: [elses], sin_nombres: undefined }),
      '3 riegos perdidos o a medias desde las 05:00 (2 equipos): no se sabe por qué.',
    ],
    [
      'the sensor that their switch shares',
      stored('temperatura_alta', { switch: elses, valor: 40, umbral: 38 }, { switch_id: 42 }),
      'Norte - Válvula: temperatura de 40 °C, sobre 38 °C.',
    ],
    [
      'their own switch, which had another name',
      stored('temperatura_alta', { switch: elses, valor: 40, umbral: 38 }, { switch_id: 41 }),
      'Sur - Pozo: temperatura de 40 °C, sobre 38 °C.',
    ],
    [
      'a device that watches a switch of others',
      stored('contactor', { switch: elses, dispositivo: 'Relevador', valor: 900, umbral: 5, encendido: false }),
      'Un equipo: está APAGADO y Relevador mide 900 W. El contactor puede estar pegado.',
    ],
    [
      'a pump that takes too much',
      stored('consumo_raro', {
        dispositivo: 'Relevador',
        que: 'kw',
        valor: 9,
        usual: 5,
        desviacion: 1,
        observaciones: 5,
        valvulas: ['Válvula', 'Pozo'],
      }),
      'Relevador: 9 kW con Válvula y 1 más; lo usual son 5 (5 riegos). Puede ser una rotura, una válvula abierta de más o desgaste. Confianza media.',
    ],
    [
      'a blackout that a meter of others proves',
      stored('corte_de_luz', {
        sitio: 'Loma',
        sin_conexion: 2,
        placas: 2,
        numeros: [11, 12],
        medidor: { nombre: 'Del pozo', con_corriente: true },
      }),
      'Loma: 2 de 2 placas sin conexión (11, 12). Un medidor sí tiene corriente: puede ser la red de datos.',
    ],
    ['an alarm from before its data were stored', stored('plan_sin_tomar', null), 'Riego que la placa no conoce.'],
    ['such an alarm of their own switch', stored('temperatura_alta', null, { switch_id: 41 }), 'Sur - Pozo: algo.'],
  ])('%s names no switch of others', (_what, aviso, texto) => {
    expect(readBy(aviso, ANA).texto).toBe(texto);
  });

  it('keeps the shape of its data', () => {
    const { datos } = readBy(stored('turno_fallido', turno), ANA);
    const other = { zona: '', nombre: '' };
    expect(datos).toEqual({ ...turno, lugar: { switch: other }, cosas: [mine, other, 'Relevador', '', null] });
  });

  it('is everything for who may know every name', () => {
    const aviso = stored('turno_fallido', turno);
    expect(readBy(aviso, null).datos).toBe(aviso.datos);
  });
});
