import type { Canal } from '@acequia/contracts';
import { bodyOf, rulesOf, updateOf, valuesOf } from './form-values.js';

const mail = { ...valuesOf(null), destino: ' campo@acequia.test ' };

describe('the form of a channel', () => {
  it('sends an address without the spaces around it, and empty hours as none', () => {
    expect(bodyOf(mail, 3)).toEqual({
      empresa_id: 3,
      canal: 'correo',
      destino: 'campo@acequia.test',
      severidad_minima: 'media',
      hora_desde: null,
      hora_hasta: null,
      escalar_min: 0,
      activo: 1,
    });
  });

  it('sends of a person whom, and no address that was typed before', () => {
    const body = bodyOf({ ...mail, canal: 'telegram', usuario_id: 9 }, 3);
    expect(body).toMatchObject({ canal: 'telegram', usuario_id: 9 });
    expect(body).not.toHaveProperty('destino');
  });

  it('sends of a channel that exists only what can change', () => {
    const one = { ...updateOf(mail), id: 1, canal: 'webhook', destino: 'https://x.test', usuario_id: null } as Canal;
    expect(Object.keys(updateOf(valuesOf(one))).sort()).toEqual(
      ['activo', 'escalar_min', 'hora_desde', 'hora_hasta', 'severidad_minima'].sort(),
    );
  });

  it('is refused without an address, a person, or the second of two hours', () => {
    const ok = (values: object, exists = false) => rulesOf(3, exists).safeParse({ ...mail, ...values }).success;
    expect([ok({}), ok({ destino: ' ' }), ok({ canal: 'telegram' }), ok({ hora_desde: '22:00' })]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect([ok({ destino: '' }, true), ok({ hora_hasta: '06:00' }, true)]).toEqual([true, false]);
  });
});
