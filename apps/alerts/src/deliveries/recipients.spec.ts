import { NO_QUIET_HOURS, recipientsOf, type ChannelHours, type QuietHours } from './recipients.js';

const ZONE = 'America/Mazatlan';
const channel = (more: Partial<ChannelHours> = {}): ChannelHours => ({
  canal: 'telegram',
  destino: 'empresa',
  severidad_minima: 'baja',
  hora_desde: null,
  hora_hasta: null,
  escalar_min: 0,
  ...more,
});
/** Mazatlán is at UTC-7 all year. */
const at = (hour: string): number => Date.parse(`2026-11-22T${hour}:00-07:00`);
const NIGHT: QuietHours = { descanso_desde: '22:00', descanso_hasta: '06:00', descanso_severidad: 'critica' };

it('tells a channel without hours at once', () => {
  const recipients = recipientsOf([channel()], NO_QUIET_HOURS, ZONE, 'media', at('03:00'));
  expect(recipients).toEqual([{ canal: 'telegram', destino: 'empresa', no_antes: 0, escala: 0 }]);
});

it('leaves out a channel that wants worse alarms only', () => {
  const recipients = recipientsOf(
    [channel({ severidad_minima: 'alta' }), channel({ destino: 'otro' })],
    NO_QUIET_HOURS,
    ZONE,
    'media',
    0,
  );
  expect(recipients.map(({ destino }) => destino)).toEqual(['otro']);
});

it('lets only minor alarms wait for the end of the quiet hours', () => {
  const when = (severidad: 'critica' | 'alta', hour: string) =>
    recipientsOf([channel()], NIGHT, ZONE, severidad, at(hour))[0]?.no_antes;
  expect(when('alta', '03:10')).toBe(at('06:00'));
  expect(when('alta', '22:00')).toBe(at('06:00') + 86_400_000);
  expect(when('alta', '06:00')).toBe(0);
  expect(when('critica', '03:10')).toBe(0);
});

it('waits for the hours of a channel, and for both where both hold', () => {
  const office = channel({ hora_desde: '08:00', hora_hasta: '18:00' });
  expect(recipientsOf([office], NIGHT, ZONE, 'baja', at('05:00'))[0]?.no_antes).toBe(at('08:00'));
  expect(recipientsOf([office], NIGHT, ZONE, 'critica', at('19:00'))[0]?.no_antes).toBe(at('08:00') + 86_400_000);
});

it('escalates after its minutes, within the hours', () => {
  const boss = channel({ destino: 'usuario:7', escalar_min: 15 });
  expect(recipientsOf([boss], NO_QUIET_HOURS, ZONE, 'alta', at('12:00'))[0]).toMatchObject({
    no_antes: at('12:15'),
    escala: 1,
  });
  expect(recipientsOf([boss], NIGHT, ZONE, 'alta', at('21:50'))[0]?.no_antes).toBe(at('06:00') + 86_400_000);
});

it('takes quiet hours of no length for none', () => {
  const none: QuietHours = { descanso_desde: '00:00', descanso_hasta: '00:00', descanso_severidad: 'critica' };
  const office = channel({ hora_desde: '08:00', hora_hasta: '18:00' });
  expect(recipientsOf([channel()], none, ZONE, 'baja', at('12:00'))[0]?.no_antes).toBe(0);
  expect(recipientsOf([office], none, ZONE, 'baja', at('05:00'))[0]?.no_antes).toBe(at('08:00'));
});

it('tells at a bad time rather than never where the hours leave no minute', () => {
  const never = channel({ hora_desde: '22:00', hora_hasta: '06:00' });
  const day: QuietHours = { ...NIGHT, descanso_desde: '21:00', descanso_hasta: '07:00' };
  expect(recipientsOf([never], day, ZONE, 'baja', at('12:00'))[0]?.no_antes).toBe(0);
});

it('ends a night in which the clocks go back at the hour that the wall shows', () => {
  // Tijuana, 2026-11-01: 02:00 becomes 01:00.
  const before = Date.parse('2026-11-01T07:30:00Z');
  expect(recipientsOf([channel()], NIGHT, 'America/Tijuana', 'alta', before)[0]?.no_antes).toBe(
    Date.parse('2026-11-01T14:00:00Z'),
  );
});
