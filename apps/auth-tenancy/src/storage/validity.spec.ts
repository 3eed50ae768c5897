import { isValid } from './validity.js';

const empresa = { activa: true, fecha_vencimiento: '2026-03-31', zona_horaria: 'America/Mexico_City' };

describe('the validity of a company', () => {
  it('counts the whole last day in the zone of the company', () => {
    // One minute before midnight in Mexico City, when it is already the next day in UTC.
    expect(isValid(empresa, new Date('2026-04-01T05:59:00Z'))).toBe(true);
    expect(isValid(empresa, new Date('2026-04-01T06:00:00Z'))).toBe(false);
  });

  it('ends the day earlier further east', () => {
    expect(isValid({ ...empresa, zona_horaria: 'Asia/Kolkata' }, new Date('2026-03-31T18:30:00Z'))).toBe(false);
  });

  it('does not hold for a suspended company', () => {
    expect(isValid({ ...empresa, activa: false }, new Date('2026-01-01T00:00:00Z'))).toBe(false);
  });
});
