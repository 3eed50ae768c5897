import type { Empresa, Placa, Punto, Switch, Usuario } from '@acequia/contracts';
import { find, indexOf } from './find.js';
import { ofEmpresa, ofPlaca, ofPunto, ofSwitch, ofUsuario } from './findable.js';

const TODAY = '2026-11-22';
const empresa = (id: number, nombre: string, more: Partial<Empresa> = {}) =>
  ofEmpresa(
    {
      id,
      nombre,
      activa: 1,
      fecha_vencimiento: '2027-10-01',
      telefono_celular: '',
      comunicador_numero: '',
      comunicador_imei: '',
      ...more,
    } as Empresa,
    TODAY,
  );
const index = indexOf([
  empresa(1, 'Ávila del Río', { comunicador_imei: '356938035643809', comunicador_numero: '5551234' }),
  empresa(2, 'Berries 1001', { fecha_vencimiento: '2026-11-25' }),
  ofPlaca({ id: 1001, placa_id: 37, nombre: 'Norte', sitio: 'Pozo', empresa_id: 1 } as Placa, 'Ávila del Río'),
  ofPlaca({ id: 10012, placa_id: 38, nombre: '', sitio: '', empresa_id: 2 } as Placa, 'Berries 1001'),
  ofSwitch(
    { id: 9, zona: 'Norte', nombre: 'Válvula 1', dispositivo_id: 1001, hardware_pin: 4, empresa_id: 1 } as Switch,
    'Ávila del Río',
  ),
  ofUsuario({ id: 5, nombre: 'Ana', email: 'ana@avila.mx', empresa_id: null, empresa_nombre: '' } as Usuario),
  ofPunto({ id: 3, nombre: 'Tanque alto', magnitud: 'nivel', sitio: 'Loma', empresa_id: 2 } as Punto, undefined),
]);
const titles = (q: string) => find(index, q).map(({ title }) => title);

describe('the finder', () => {
  it('finds by name without accents, by number, by mail and by IMEI', () => {
    expect(titles('avila')[0]).toBe('Ávila del Río');
    expect(titles('356938035643809')).toEqual(['Ávila del Río']);
    expect(titles('5551234')).toEqual(['Ávila del Río']);
    expect(titles('ana@avila.mx')).toEqual(['Ana']);
    expect(titles('')).toEqual([]);
  });

  it('puts the whole number before its beginning, and a company before what it merely names', () => {
    expect(titles('1001')).toEqual(['Placa 1001 · Norte', 'Norte - Válvula 1', 'Berries 1001', 'Placa 10012']);
  });

  it('needs every word, wherever it is', () => {
    expect(titles('valvula rio')).toEqual(['Norte - Válvula 1']);
  });

  it('finds a point by its name, its place and what it measures, and opens its page', () => {
    for (const q of ['tanque', 'loma', 'nivel']) expect(titles(q)).toEqual(['Tanque alto']);
    expect(find(index, 'tanque')[0]?.actions[0]?.to).toBe('/puntos/3?empresa=2');
  });

  it('leads to pages that keep the company, and to a person without one through all companies', () => {
    const [sw, ana, near] = ['valvula', 'ana@avila.mx', 'berries'].map((q) => find(index, q)[0]);
    expect(sw?.actions[0]?.to).toBe('/switches/9?empresa=1');
    expect(ana?.actions[0]?.to).toBe('/usuarios?empresa=&id=5');
    expect(near?.detail).toBe('Vence en 3 días');
  });
});
