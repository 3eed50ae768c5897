import { z } from 'zod';
import { AuditoriaSearch, AuditoriaFila } from '../auditoria.js';
import { Id, Nothing } from '../common.js';
import { Dispositivo, DispositivoSave } from '../dispositivo.js';
import { Enclavamiento, EnclavamientoSave } from '../enclavamiento.js';
import { OmitirProteccion, Proteccion, ProteccionSave } from '../proteccion.js';
import { InventoryImport, InventoryImported } from '../importacion.js';
import { Placa, PlacaCredencial, PlacaSave, PlacasRegistrar } from '../placa.js';
import { CampoSinUsar, Punto, PuntoSave } from '../punto.js';
import { Switch, SwitchEnVivo, SwitchSave, SwitchesSaved } from '../switch.js';
import { type CallDefinition, PorId, PorPlaca, DeEmpresa, DeUsuario, ListRequest, Salud } from './call.js';

export const inventory = {
  'inventory.salud': { servicio: 'inventory', ...Salud },
  'dispositivos.listar': { servicio: 'inventory', kind: 'read', request: ListRequest, response: z.array(Dispositivo) },
  'dispositivos.de_usuario': {
    servicio: 'inventory',
    kind: 'read',
    request: DeUsuario,
    response: z.array(Dispositivo),
  },
  /** For services. */
  'dispositivos.obtener': { servicio: 'inventory', kind: 'read', request: PorId, response: Dispositivo },
  'dispositivos.crear': { servicio: 'inventory', kind: 'write', request: DispositivoSave, response: Dispositivo },
  'dispositivos.actualizar': {
    servicio: 'inventory',
    kind: 'write',
    request: DispositivoSave.extend({ id: Id }),
    response: Dispositivo,
  },
  'dispositivos.suspender': { servicio: 'inventory', kind: 'write', request: PorId, response: Dispositivo },
  'dispositivos.reactivar': { servicio: 'inventory', kind: 'write', request: PorId, response: Dispositivo },
  'dispositivos.eliminar': { servicio: 'inventory', kind: 'write', request: PorId, response: Nothing },
  'switches.listar': { servicio: 'inventory', kind: 'read', request: ListRequest, response: z.array(Switch) },
  'switches.panel': { servicio: 'inventory', kind: 'read', request: DeEmpresa, response: z.array(SwitchEnVivo) },
  'switches.de_usuario': { servicio: 'inventory', kind: 'read', request: DeUsuario, response: z.array(SwitchEnVivo) },
  'switches.guardar_lote': {
    servicio: 'inventory',
    kind: 'write',
    request: z.object({ switches: z.array(SwitchSave) }),
    response: SwitchesSaved,
  },
  'switches.eliminar': { servicio: 'inventory', kind: 'write', request: PorId, response: Nothing },
  'enclavamientos.listar': {
    servicio: 'inventory',
    kind: 'read',
    request: DeEmpresa,
    response: z.array(Enclavamiento),
  },
  'enclavamientos.crear': {
    servicio: 'inventory',
    kind: 'write',
    request: EnclavamientoSave,
    response: Enclavamiento,
  },
  'enclavamientos.actualizar': {
    servicio: 'inventory',
    kind: 'write',
    request: EnclavamientoSave.extend({ id: Id }),
    response: Enclavamiento,
  },
  'enclavamientos.eliminar': { servicio: 'inventory', kind: 'write', request: PorId, response: Nothing },
  'protecciones.listar': {
    servicio: 'inventory',
    kind: 'read',
    request: DeEmpresa,
    response: z.array(Proteccion),
  },
  'protecciones.crear': { servicio: 'inventory', kind: 'write', request: ProteccionSave, response: Proteccion },
  'protecciones.actualizar': {
    servicio: 'inventory',
    kind: 'write',
    request: ProteccionSave.extend({ id: Id }),
    response: Proteccion,
  },
  'protecciones.omitir': {
    servicio: 'inventory',
    kind: 'write',
    request: OmitirProteccion.extend({ id: Id }),
    response: Proteccion,
  },
  'protecciones.soltar': { servicio: 'inventory', kind: 'write', request: PorId, response: Proteccion },
  'protecciones.eliminar': { servicio: 'inventory', kind: 'write', request: PorId, response: Nothing },
  'puntos.listar': {
    servicio: 'inventory',
    kind: 'read',
    request: DeEmpresa.extend({ placa_id: Id.optional() }),
    response: z.array(Punto),
  },
  'puntos.crear': { servicio: 'inventory', kind: 'write', request: PuntoSave, response: Punto },
  'puntos.actualizar': {
    servicio: 'inventory',
    kind: 'write',
    request: PuntoSave.extend({ id: Id }),
    response: Punto,
  },
  'puntos.sin_usar': {
    servicio: 'inventory',
    kind: 'read',
    request: DeEmpresa.extend({ placa_id: Id.optional(), fuente: z.literal('lorawan').optional() }),
    response: z.array(CampoSinUsar),
  },
  'puntos.eliminar': { servicio: 'inventory', kind: 'write', request: PorId, response: Nothing },
  'placas.listar': { servicio: 'inventory', kind: 'read', request: ListRequest, response: z.array(Placa) },
  'placas.registrar': {
    servicio: 'inventory',
    kind: 'write',
    request: PlacasRegistrar,
    response: z.array(PlacaCredencial),
    timeout_ms: 10_000,
  },
  'placas.actualizar': {
    servicio: 'inventory',
    kind: 'write',
    request: PlacaSave.extend({ placa_id: Id }),
    response: Placa,
  },
  'placas.renovar_credencial': { servicio: 'inventory', kind: 'write', request: PorPlaca, response: PlacaCredencial },
  'placas.revocar': { servicio: 'inventory', kind: 'write', request: PorPlaca, response: Nothing },
  'placas.eliminar': { servicio: 'inventory', kind: 'write', request: PorPlaca, response: Nothing },
  /** For auth-tenancy, on the person's behalf: inventory's part of the audit trail. */
  'inventario.auditoria': {
    servicio: 'inventory',
    kind: 'read',
    request: AuditoriaSearch,
    response: z.array(AuditoriaFila),
  },
  /** For auth-tenancy, on the person's behalf: the boards and switches of a file, all or nothing. */
  'inventario.importar': {
    servicio: 'inventory',
    kind: 'write',
    request: InventoryImport,
    response: InventoryImported,
    timeout_ms: 30_000,
  },
  /** For auth-tenancy, on the person's behalf: deletes what an import created, because its other part was not kept. */
  'inventario.deshacer_importacion': {
    servicio: 'inventory',
    kind: 'write',
    request: InventoryImported.shape.creadas,
    response: Nothing,
  },
  /** For api-gateway: what stands in these sitios of the empresa, at most one more of each than ALCANCE_MAX. */
  'inventario.de_sitios': {
    servicio: 'inventory',
    kind: 'read',
    request: z.object({ empresa_id: Id, sitios: z.array(z.string()) }),
    response: z.object({ switches: z.array(Id), dispositivos: z.array(Id) }),
  },
  /** For auth-tenancy: refuses with `no_encontrado` unless every id belongs to the empresa. */
  'inventario.verificar': {
    servicio: 'inventory',
    kind: 'read',
    request: z.object({ empresa_id: Id, dispositivos: z.array(Id), switches: z.array(Id) }),
    response: Nothing,
  },
} as const satisfies Record<string, CallDefinition>;
