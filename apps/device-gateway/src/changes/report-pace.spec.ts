import { type Report, ReportPace } from './report-pace.js';

const NOW = Date.UTC(2026, 5, 1);
const report = (placa_id: number, on: 0 | 1, t = 20): Report => ({
  tipo: 'estado',
  empresa_id: 1,
  placa_id,
  ts: NOW,
  pines: [[4, on, NOW]],
  sensores: [[15, t, 50, NOW]],
});

describe('the pace of the reports that alerts is told of', () => {
  it('lets the first report of a board through', () => {
    expect(new ReportPace().takes(report(1, 0), NOW)).toBe(true);
  });

  it('holds a report back that follows too soon, until two seconds are over', () => {
    const pace = new ReportPace();
    pace.takes(report(1, 0), NOW);
    expect(pace.takes(report(1, 0, 21), NOW + 200)).toBe(false);
    expect(pace.takes(report(1, 0, 22), NOW + 2_000)).toBe(true);
    expect(pace.takes(report(1, 0, 23), NOW + 2_200)).toBe(false);
  });

  it('lets each change of a relay through', () => {
    const pace = new ReportPace();
    pace.takes(report(1, 0), NOW);
    expect(pace.takes(report(1, 1), NOW + 200)).toBe(true);
    expect(pace.takes(report(1, 0), NOW + 400)).toBe(true);
  });

  it('holds no board back because of another one', () => {
    const pace = new ReportPace();
    pace.takes(report(1, 0), NOW);
    expect(pace.takes(report(2, 0), NOW + 200)).toBe(true);
  });
});
