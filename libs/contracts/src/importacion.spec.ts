import { EmpresaSave } from './empresa.js';
import { IMPORT_COLUMNS, readFila } from './importacion.js';

const read = (campos: Record<string, string>) => readFila({ linea: 2, campos }, () => 'mal');

it('takes every field of a company but its secrets', () => {
  // A token is no cell of a file, and the chat goes with it.
  const kept = ['token_telegram', 'telegram_chat_id', 'version'];
  const renamed: Record<string, string> = {
    telefono_celular: 'telefono',
    fecha_vencimiento: 'vence',
    activa: 'activo',
    comunicador_vencimiento: 'comunicador_vence',
  };
  const fields = Object.keys(EmpresaSave.shape).filter((field) => !kept.includes(field));
  expect(fields.filter((field) => !IMPORT_COLUMNS.includes(renamed[field] ?? field))).toEqual([]);
});

it('reads the coordinates and the price of a kWh of a company', () => {
  const line = read({ tipo: 'empresa', nombre: 'Norte', vence: '2099-12-31', latitud: '-33.4', tarifa_kwh: '2.9' });
  expect(line).toMatchObject({ item: { data: { latitud: -33.4, tarifa_kwh: 2.9 } } });
});

it.each(['comunicador_imei', 'comunicador_numero', 'telefono'])('refuses a %s that lost its digits', (column) => {
  const line = read({ tipo: 'empresa', nombre: 'Norte', vence: '2099-12-31', [column]: '3,56938E+14' });
  expect(line).toMatchObject({ errores: [{ linea: 2, campo: column }] });
  expect(read({ tipo: 'empresa', nombre: 'Norte', vence: '2099-12-31', [column]: '356938035643809' })).toHaveProperty(
    'item',
  );
});
