import { fieldLabel } from './campos.js';
import type { Phrase } from './frases.js';

/** Every error that a person or a program can meet: code → HTTP status → Spanish text. The log gets the code and the details. */
export const ERRORS = {
  datos_invalidos: { status: 400, texto: 'Hay datos inválidos. Revísalos e intenta de nuevo.' },
  credenciales_invalidas: { status: 401, texto: 'Credenciales inválidas o servidor no disponible.' },
  falta_codigo: { status: 401, texto: 'Escribe el código de tu aplicación de verificación.' },
  sesion_invalida: { status: 401, texto: 'Tu sesión terminó. Vuelve a entrar.' },
  token_invalido: { status: 401, texto: 'Este token no vale: venció, fue revocado o quien lo hizo ya no puede esto.' },
  enlace_invalido: { status: 401, texto: 'Este enlace de muro no vale o fue revocado.' },
  sin_permiso: { status: 403, texto: 'No tienes permiso para hacer esto.' },
  segundo_paso_exigido: {
    status: 403,
    texto: 'Tu empresa pide la verificación en dos pasos: actívala en Mi cuenta.',
  },
  origen_no_permitido: { status: 403, texto: 'Origen no permitido.' },
  no_encontrado: { status: 404, texto: 'No se encontró lo que buscas.' },
  email_duplicado: { status: 409, texto: 'Ya existe un usuario con ese correo.' },
  limite_tokens: { status: 409, texto: 'La empresa alcanzó su límite de tokens: revoca los que ya no se usan.' },
  limite_usuarios: { status: 409, texto: 'La empresa alcanzó su límite de usuarios.' },
  version_vieja: { status: 409, texto: 'Alguien más guardó cambios. Recarga antes de guardar los tuyos.' },
  ultimo_admin: { status: 409, texto: 'Debe quedar al menos un administrador global activo.' },
  pin_ocupado: { status: 409, texto: 'Ese pin ya está ocupado en la placa.' },
  pin_inexistente: { status: 400, texto: 'La placa no tiene ese pin.' },
  pin_no_apto: { status: 400, texto: 'Ese pin de la placa no sirve para eso.' },
  uno_mismo: { status: 403, texto: 'No puedes suspender ni eliminar tu propia cuenta: pídelo a otro administrador.' },
  placa_no_disponible: { status: 404, texto: 'La placa no está registrada para esta empresa.' },
  placa_en_uso: { status: 409, texto: 'La placa todavía tiene switches.' },
  numero_de_placa_ocupado: { status: 409, texto: 'Ese número de placa ya está registrado.' },
  auth_key_requerida: {
    status: 400,
    texto: 'Al cambiar el ID o el servidor del dispositivo, escribe otra vez su auth_key.',
  },
  dispositivo_duplicado: { status: 409, texto: 'La empresa ya tiene un dispositivo con ese ID en ese servidor.' },
  dispositivo_de_otra_empresa: {
    status: 409,
    texto: 'Ese dispositivo de esa cuenta de la nube ya está registrado en otra empresa.',
  },
  puesto_por_la_plataforma: {
    status: 409,
    texto: 'Lo decidió un administrador global: solo un administrador global puede cambiarlo.',
  },
  dispositivo_suspendido: { status: 409, texto: 'El dispositivo está suspendido.' },
  dispositivo_sin_conexion: { status: 409, texto: 'El dispositivo está sin conexión.' },
  comando_rechazado: { status: 409, texto: 'El dispositivo no aceptó el comando.' },
  switch_enclavado: { status: 409, texto: 'Un enclavamiento no deja encender el switch.' },
  switch_en_reposo: { status: 409, texto: 'El switch se apagó hace poco; espera antes de volver a encenderlo.' },
  switch_protegido: { status: 409, texto: 'Una protección mantiene apagado el switch.' },
  switch_bloqueado: { status: 409, texto: 'El switch está bloqueado.' },
  telegram_rechaza: { status: 409, texto: 'Telegram no aceptó el mensaje.' },
  telegram_sin_vincular: {
    status: 409,
    texto: 'Esa persona no ha vinculado su Telegram: lo hace con un código, en Mi cuenta.',
  },
  telefono_sin_verificar: {
    status: 409,
    texto: 'Esa persona no ha verificado su teléfono: lo hace con un código, en Mi cuenta.',
  },
  sms_no_disponible: { status: 409, texto: 'No se pudo enviar el SMS. Intenta de nuevo en un momento.' },
  canal_fijo: { status: 409, texto: 'El chat de Telegram de la empresa no se quita: desactívalo.' },
  aviso_cerrado: { status: 409, texto: 'El aviso ya está resuelto.' },
  imagen_invalida: { status: 400, texto: 'Ese archivo no es una imagen de firmware para placas ESP32.' },
  limite_imagenes: { status: 409, texto: 'Ya hay muchas imágenes guardadas: elimina las que no se usan.' },
  imagen_en_uso: { status: 409, texto: 'Una actualización abierta instala esta imagen: detenla primero.' },
  rango_invalido: { status: 416, texto: 'El archivo no tiene esa parte.' },
  actualizacion_propia_apagada: {
    status: 409,
    texto:
      'Nadie ha probado todavía la actualización del firmware propio en una placa de verdad: por eso está apagada. Quien opera la instalación la enciende con UPDATES_OWN_FIRMWARE=1.',
  },
  placa_en_actualizacion: { status: 409, texto: 'Una de esas placas ya está en otra actualización abierta.' },
  actualizacion_cerrada: { status: 409, texto: 'La actualización ya terminó o fue detenida.' },
  no_recuperable: { status: 409, texto: 'Este turno no se puede recuperar.' },
  turno_terminado: { status: 409, texto: 'El turno ya terminó.' },
  servidor_no_permitido: { status: 400, texto: 'El servidor del dispositivo no está permitido.' },
  clave_actual_incorrecta: { status: 400, texto: 'La contraseña actual no es correcta.' },
  codigo_incorrecto: { status: 400, texto: 'El código no es correcto, o ya se usó.' },
  clave_comun: { status: 400, texto: 'Esa contraseña es demasiado común. Elige otra.' },
  demasiadas_solicitudes: { status: 429, texto: 'Demasiadas solicitudes. Espera un momento.' },
  cuerpo_lento: { status: 408, texto: 'Los datos tardaron demasiado en llegar. Intenta de nuevo.' },
  tipo_no_admitido: { status: 415, texto: 'Los datos deben enviarse como JSON, sin comprimir.' },
  cuerpo_demasiado_grande: { status: 413, texto: 'Los datos enviados son demasiado grandes.' },
  calculo_largo: { status: 503, texto: 'El cálculo tardó demasiado. Pide menos días, o un programa más pequeño.' },
  servicio_no_disponible: { status: 503, texto: 'El servicio no está disponible. Intenta de nuevo en un momento.' },
  resultado_desconocido: { status: 503, texto: 'No se sabe si la operación terminó. Recarga antes de repetirla.' },
  error_interno: { status: 500, texto: 'Ocurrió un error inesperado.' },
} as const satisfies Record<string, { status: number; texto: string }>;

export type ErrorCode = keyof typeof ERRORS;

export interface Detail {
  /** Path of the field in the request, e.g. `body.switches.2.hardware_pin`. */
  campo: string;
  mensaje: string;
}

export interface AppErrorOptions {
  /** Spanish text for the person, where the code's own text is too general. */
  texto?: string;
  /** What `texto` says, for a service that keeps or tells it: it may name more than a later reader may know. Never sent to a person. */
  frase?: Phrase;
  detalles?: Detail[];
  /** With `version_vieja`: the stored entity in the contract's shape, which holds no secret. */
  actual?: object;
  /** For the log only. Never holds a secret. */
  cause?: unknown;
  /** Seconds to wait, for `demasiadas_solicitudes` and `switch_en_reposo`. */
  wait_s?: number;
}

/** For bad input the text names the first wrong field: the code's general text does not help a person with a form. */
const sentenceOf = (codigo: ErrorCode, detalles: Detail[] | undefined): string => {
  const [first] = detalles ?? [];
  const label = codigo === 'datos_invalidos' && first ? fieldLabel(first.campo) : '';
  if (!first || label === '') return ERRORS[codigo].texto;
  const { mensaje } = first;
  return `Revisa «${label}»: ${mensaje.charAt(0).toLowerCase()}${mensaje.slice(1).replace(/\.$/, '')}.`;
};

/** An error that is part of the product. Crosses the bus as {@link SentError}. */
export class AppError extends Error {
  readonly status: number;
  readonly texto: string;
  readonly frase: Phrase | undefined;
  readonly detalles: Detail[] | undefined;
  readonly actual: object | undefined;
  readonly wait_s: number | undefined;

  constructor(
    readonly codigo: ErrorCode,
    options: AppErrorOptions = {},
  ) {
    const texto = options.texto ?? sentenceOf(codigo, options.detalles);
    super(`${codigo}: ${texto}`, { cause: options.cause });
    this.name = 'AppError';
    this.status = ERRORS[codigo].status;
    this.texto = texto;
    this.frase = options.frase;
    this.detalles = options.detalles;
    this.actual = options.actual;
    this.wait_s = options.wait_s;
  }

  /** The shape that crosses the bus: no stack, no cause. */
  toJSON(): SentError {
    return {
      codigo: this.codigo,
      texto: this.texto,
      ...(this.frase && { frase: this.frase }),
      ...(this.detalles && { detalles: this.detalles }),
      ...(this.actual && { actual: this.actual }),
      ...(this.wait_s !== undefined && { wait_s: this.wait_s }),
    };
  }

  static fromJSON(sent: SentError): AppError {
    const known = sent.codigo in ERRORS ? sent.codigo : 'error_interno';
    return new AppError(known, {
      texto: sent.texto,
      ...(sent.frase && { frase: sent.frase }),
      ...(sent.detalles && { detalles: sent.detalles }),
      ...(sent.actual && { actual: sent.actual }),
      ...(sent.wait_s !== undefined && { wait_s: sent.wait_s }),
    });
  }
}

export interface SentError {
  codigo: ErrorCode;
  texto: string;
  frase?: Phrase | undefined;
  detalles?: Detail[];
  actual?: object;
  wait_s?: number;
}

/** For foreign and for absent ids alike, so that an answer never reveals that a foreign id exists. */
export const notFound = (): AppError => new AppError('no_encontrado');
