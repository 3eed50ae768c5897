import { ErrorBody, ERRORS, ROUTES, type RouteDefinition, type RouteName } from '@acequia/contracts';
import { type ApiClient, Farm, PASSWORD, type RunningAcequia, sharedAcequia } from '@acequia/testing';

/** Words that show that a library's English message was passed on. */
const INGLES = /\b(invalid|expected|received|required|must|too (big|small|long|short)|string|number|should|error)\b/i;

export const ABSENT = 2_000_000_000;

/** Checks a refusal: its status belongs to its code, and its sentences are Spanish. */
export const refusal = async (answer: Response): Promise<ErrorBody & { status: number }> => {
  const body = ErrorBody.parse(await answer.json());
  const { status } = ERRORS[body.codigo as keyof typeof ERRORS];
  expect(answer.status).toBe(status);
  expect(answer.status).toBeLessThan(500);
  for (const texto of [body.mensaje, ...(body.detalles ?? []).map(({ mensaje }) => mensaje)]) {
    expect(texto).not.toMatch(INGLES);
    expect(texto).toMatch(/^[A-ZÁÉÍÓÚ¿«]/);
  }
  return { ...body, status: answer.status };
};

type Body = Record<string, unknown>;
let emails = 0;
let apparatuses = 0;

/** A running Acequia with a farm and a device, and for each call a valid body with all fields. */
export class AdminWorld {
  private constructor(
    private readonly acequia: RunningAcequia,
    readonly root: ApiClient,
    readonly farm: Farm,
    readonly apparatus: number,
  ) {}

  static async start(): Promise<AdminWorld> {
    const acequia = await sharedAcequia();
    const root = await acequia.loginAdmin();
    const farm = await Farm.create(acequia, root);
    const body = { nombre: 'Primero', shelly_id: 'abc', tipo: 'otro', empresa_id: farm.empresa.id } as const;
    const { id } = await root.call('dispositivos.crear', { body });
    return new AdminWorld(acequia, root, farm, id);
  }

  stop(): Promise<void> {
    return this.acequia.stop();
  }

  /** Creates another company. */
  another(): Promise<Farm> {
    return Farm.create(this.acequia, this.root);
  }

  ask(name: RouteName, input: object): Promise<Response> {
    return this.root.raw(name, input as never);
  }

  empresa() {
    return {
      nombre: 'Rancho completo',
      telefono_celular: '667 123 4567',
      token_telegram: '123:abc',
      telegram_chat_id: '-100200',
      costo_plan: 1_499.9,
      limite_usuarios: 5,
      comunicador_numero: '6671234567',
      comunicador_imei: '356938035643809',
      comunicador_vencimiento: '2098-01-31',
      fecha_vencimiento: '2099-12-31',
      activa: 1,
    };
  }

  usuario() {
    return {
      id: null,
      nombre: 'Ana',
      email: `ana${(emails += 1)}@admin.test`,
      password: PASSWORD,
      rol: 'usuario',
      empresa_id: this.farm.empresa.id,
      dispositivos: [this.apparatus],
      switches: this.farm.switches.map(({ id }) => id),
      activo: 1,
    };
  }

  dispositivo() {
    return {
      id: null,
      nombre: 'Bomba',
      // A company can have a device only once, so each body names another.
      shelly_id: `c45bbe5f${(0x1000 + (apparatuses += 1)).toString(16)}`,
      auth_key: 'clave',
      tipo: 'shelly_1',
      server: 'https://shelly-12-eu.shelly.cloud',
      empresa_id: this.farm.empresa.id,
      fecha_vencimiento: '2099-12-31',
      activo: 1,
      suspendido: 0,
    };
  }

  item() {
    return {
      nombre: 'Riego',
      tipo: 'selenoide',
      zona: 'Norte',
      empresa_id: this.farm.empresa.id,
      dispositivo_id: this.farm.board.id,
      par_numero: 1,
      switch_site_id: 3,
      hardware_pin: 26,
      tiene_sensor: 1,
      sensor_pin: 32,
      activo: 1,
    };
  }

  /** A body that the call accepts. */
  bueno(name: RouteName): Body {
    const make: Partial<Record<RouteName, () => Body>> = {
      'empresas.crear': this.empresa,
      'empresas.actualizar': this.empresa,
      'usuarios.crear': this.usuario,
      'usuarios.actualizar': this.usuario,
      'usuarios.exigir_segundo_paso': () => ({ empresa_id: this.farm.empresa.id, exigido: 0 }),
      'dispositivos.crear': this.dispositivo,
      'dispositivos.actualizar': this.dispositivo,
      'switches.guardar_lote': () => ({ switches: [this.item()] }),
      'placas.registrar': () => ({ empresa_id: this.farm.empresa.id, nombre: 'Placa', id: null, cantidad: 1 }),
      'placas.actualizar': () => ({ nombre: 'Placa', sitio: 'Norte' }),
      'empresas.probar_telegram': () => ({ token_telegram: '', telegram_chat_id: '' }),
      'empresas.probar_telegram_nueva': () => ({ token_telegram: '1:prueba', telegram_chat_id: '1' }),
    };
    const cuerpo = make[name]?.call(this);
    if (!cuerpo) throw new Error(`no good body for ${name}: add one`);
    return cuerpo;
  }

  /** The call's path with existing ids, and its body. */
  own(name: RouteName): object {
    const { params, body } = ROUTES[name] as RouteDefinition;
    const { empresa, usuario, switches, board } = this.farm;
    const ids: Record<string, number> = { empresas: empresa.id, usuarios: usuario.id, dispositivos: this.apparatus };
    const id = ids[name.split('.')[0] ?? ''] ?? switches[0]?.id;
    return { ...(params && { params: { id, placa_id: board.placa_id } }), ...(body && { body: this.bueno(name) }) };
  }
}
