import { exportCells, type ImportCells, type ImportFila } from '@acequia/contracts';
import {
  ADMIN,
  eventually,
  Farm,
  PASSWORD,
  sharedAcequia,
  type ApiClient,
  type RunningAcequia,
} from '@acequia/testing';

/** One file of companies, users, boards and switches: in with a preview, all or nothing, and out again. */
let acequia: RunningAcequia;
let root: ApiClient;

beforeAll(async () => {
  acequia = await sharedAcequia();
  root = await acequia.login(ADMIN.email, ADMIN.password);
});
afterAll(() => acequia?.stop());

const lines = (rows: readonly ImportCells[]): ImportFila[] => rows.map((campos, i) => ({ linea: i + 2, campos }));
const send = (rows: readonly ImportCells[], aplicar: 0 | 1, as: ApiClient = root) =>
  as.call('importacion.hacer', { body: { filas: lines(rows), aplicar } });
const unique = (text: string): string => `${text} ${Date.now()}-${Math.floor(Math.random() * 1e6)}`;

const farmRows = (empresa: string): ImportCells[] => {
  const correo = `${empresa.replace(/\W/g, '')}@acequia.test`.toLowerCase();
  // Board numbers are the installation's: this one is free until somebody takes it.
  const placa = String(500_000 + Math.floor(Math.random() * 400_000));
  return [
    {
      tipo: 'switch',
      empresa,
      nombre: 'Válvula',
      placa,
      sitio: 'Norte',
      tipo_switch: 'selenoide',
      pin: '4',
      panel: '1',
    },
    {
      tipo: 'switch',
      empresa,
      nombre: 'Bomba',
      placa,
      sitio: 'Norte',
      tipo_switch: 'motor',
      pin: '5',
      panel: '2',
      sensor: '1',
      sensor_pin: '15',
    },
    { tipo: 'placa', empresa, nombre: 'Pozo', placa, sitio: 'Norte', dialecto: 'acequia' },
    { tipo: 'usuario', empresa, nombre: 'Ramón', correo, rol: 'usuario' },
    { tipo: 'empresa', nombre: empresa, vence: '2099-12-31', costo_plan: '120.5', telefono: '+52 55 1234' },
  ];
};
const empresaOf = async (nombre: string) =>
  (await root.call('empresas.listar', {})).find((one) => one.nombre === nombre);

/** What the file of one company would be. */
async function exported(nombre: string): Promise<ImportCells[]> {
  const empresa = (await empresaOf(nombre))!;
  const query = { empresa_id: String(empresa.id) };
  const [usuarios, placas, switches] = await Promise.all([
    root.call('usuarios.listar', { query }),
    root.call('placas.listar', { query }),
    root.call('switches.listar', { query }),
  ]);
  return exportCells({ empresas: [empresa], nombres: new Map([[empresa.id, nombre]]), usuarios, placas, switches });
}

describe('a file', () => {
  it('is tried without keeping anything, imported whole, and comes out as it went in', async () => {
    const nombre = unique('Rancho importado');
    const rows = farmRows(nombre);
    const tried = await send(rows, 0);
    expect(tried).toMatchObject({ aplicado: 0, errores: [], credenciales: [], claves: [] });
    expect(tried.lineas.map(({ accion }) => accion)).toEqual(rows.map(() => 'crear'));
    expect(await empresaOf(nombre)).toBeUndefined();

    const done = await send(rows, 1);
    expect(done).toMatchObject({ aplicado: 1, errores: [], credenciales: [{ username: rows[0]!['placa'] }] });
    const [user] = done.claves;
    await acequia.login(user!.email, user!.password);

    const out = await exported(nombre);
    expect(out).toHaveLength(rows.length);
    for (const row of rows) expect(out).toContainEqual(expect.objectContaining(row));
    // Nothing of it is new, so that nothing changes.
    const again = await send(out, 1);
    expect(again.errores).toEqual([]);
    expect(again.lineas.map(({ accion }) => accion)).toEqual(out.map(() => 'ya_existe'));

    // The round trip: the company goes, the file brings it back.
    const { id } = (await empresaOf(nombre))!;
    await root.call('empresas.eliminar', { params: { id } });
    await eventually(async () =>
      expect(
        (await root.call('placas.listar', {})).some(({ id: numero }) => String(numero) === rows[0]!['placa']),
      ).toBe(false),
    );
    expect((await send(out, 1)).errores).toEqual([]);
    expect(await exported(nombre)).toEqual(out);
  });

  it('with one wrong line changes nothing, and tells every wrong line with its column', async () => {
    const nombre = unique('Rancho a medias');
    const rows = farmRows(nombre);
    rows.push(
      {
        tipo: 'switch',
        empresa: nombre,
        nombre: 'Otra',
        placa: rows[0]!['placa']!,
        sitio: 'Norte',
        tipo_switch: 'motor',
        pin: '4',
      },
      { tipo: 'usuario', empresa: 'No existe', nombre: 'Ana', correo: 'ana@acequia.test' },
      { tipo: 'usuario', empresa: nombre, nombre: 'Eva', correo: 'sin arroba' },
      { tipo: 'tractor' },
      { tipo: 'placa', empresa: nombre, placa: 'mil' },
    );
    const answer = await send(rows, 1);
    expect(answer.aplicado).toBe(0);
    expect(answer.errores.map(({ linea, campo }) => [linea, campo])).toEqual([
      [7, 'pin'],
      [8, 'empresa'],
      [9, 'correo'],
      [10, 'tipo'],
      [11, 'placa'],
    ]);
    for (const { mensaje } of answer.errores) expect(mensaje).toMatch(/[a-záéíóú]/);
    expect(await empresaOf(nombre)).toBeUndefined();
    const placas = await root.call('placas.listar', {});
    expect(placas.some(({ id }) => String(id) === rows[0]!['placa'])).toBe(false);
  });

  it('of an admin_empresa reaches their own company only, and registers no board', async () => {
    const [own, foreign] = [await Farm.create(acequia, root), await Farm.create(acequia, root)];
    const admin = await acequia.login(own.admin.email, PASSWORD);
    const one = { tipo: 'switch', placa: String(own.board.id), sitio: 'Sur', tipo_switch: 'motor', pin: '27' };
    const refused = await send(
      [
        { ...one, empresa: foreign.empresa.nombre, nombre: 'Ajena' },
        { ...one, nombre: 'De placa ajena', placa: String(foreign.board.id) },
        { tipo: 'empresa', nombre: unique('Mía'), vence: '2099-01-01' },
        { tipo: 'placa', nombre: 'Nueva' },
        { tipo: 'usuario', nombre: 'Jefe', correo: 'jefe@acequia.test', rol: 'admin_global' },
        { tipo: 'usuario', nombre: 'Robado', correo: foreign.usuario.email },
      ],
      1,
      admin,
    );
    expect(refused.aplicado).toBe(0);
    expect(new Set(refused.errores.map(({ linea }) => linea))).toEqual(new Set([2, 3, 4, 5, 6, 7]));
    const done = await send([{ ...one, nombre: 'Propia' }], 1, admin);
    expect(done).toMatchObject({ aplicado: 1, errores: [] });
    const switches = await admin.call('switches.listar', {});
    expect(switches.some(({ nombre, empresa_id }) => nombre === 'Propia' && empresa_id === own.empresa.id)).toBe(true);
  });
});
