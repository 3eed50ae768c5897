import { CLAVE_MINIMA, UsuarioGuardar, type Usuario } from '@acequia/contracts';
import { Input, SimpleGrid, Stack } from '@chakra-ui/react';
import { useForm } from 'react-hook-form';
import { AccionesDeEstado } from '../../../components/form/state-actions.js';
import { Campo, CampoInterruptor, Selector } from '../../../components/form/fields.js';
import { Clave } from '../../../components/form/password-field.js';
import { DialogoFormulario } from '../../../components/form/form-dialog.js';
import { resolverDe } from '../../../components/form/resolver.js';
import { useEdicion } from '../../../components/form/use-edit.js';
import { leerUsuario } from '../../../lib/session.js';
import { useAccionesDeUsuario } from '../api/usuarios.js';
import { textos } from '../textos.js';
import { Asignados } from './assigned-fields.js';
import { CampoEmpresa } from './empresa-field.js';
import { ConflictoDeUsuario } from './usuario-conflict.js';
import { valoresDe } from '../lib/form-values.js';

const ROLES = ['usuario', 'admin_empresa', 'admin_global'] as const;
const { campos } = textos;

interface Props {
  /** Null: a new one. */
  usuario: Usuario | null;
  /** The same user as the list has it now: newer when somebody else saved. */
  guardado: Usuario | undefined;
  onCerrar: () => void;
}

/** Creates or edits a user, and suspends, reactivates or deletes it (USU-2). */
export function DialogoUsuario({ usuario, guardado, onCerrar }: Props) {
  const sesion = leerUsuario();
  const esDeEmpresa = sesion?.rol === 'admin_empresa';
  const propia = esDeEmpresa ? sesion.empresa_id : null;
  const form = useForm<UsuarioGuardar>({
    defaultValues: valoresDe(usuario, propia),
    resolver: resolverDe(UsuarioGuardar),
  });
  const edicion = useEdicion(form);
  const acciones = useAccionesDeUsuario();
  const { register, control } = form;
  const { errors } = form.formState;

  const enviarValido = form.handleSubmit(async (datos) => {
    if (!usuario && !datos.password) return form.setError('password', { message: textos.claveRequerida });
    const textosDeGuardar = { hecho: textos.guardado, fallo: textos.errorGuardar };
    if (await edicion.guardar(() => acciones.guardar({ id: usuario?.id ?? null, datos }), textosDeGuardar)) onCerrar();
  });
  /** USU-5: these three first, with one sentence; the contract's rules come after. */
  const enviar = async () => {
    edicion.limpiar();
    const { nombre, email, empresa_id, rol } = form.getValues();
    const needsEmpresa = !esDeEmpresa && rol !== 'admin_global';
    if (!nombre.trim() || !email.trim() || (needsEmpresa && empresa_id === null)) edicion.rechazar(textos.faltan);
    else await enviarValido();
  };

  return (
    <DialogoFormulario
      titulo={usuario ? textos.dialogo.editar : textos.dialogo.nuevo}
      ancho={600}
      onCerrar={onCerrar}
      onGuardar={(event) => {
        event.preventDefault();
        return enviar();
      }}
      edicion={edicion}
      acciones={
        usuario && (
          <AccionesDeEstado
            edicion={edicion}
            id={usuario.id}
            nombre={usuario.nombre}
            activo={usuario.activo === 1}
            textos={textos}
            tareas={acciones}
            onHecho={onCerrar}
          />
        )
      }
    >
      {guardado && <ConflictoDeUsuario edicion={edicion} guardado={guardado} propia={propia} enviar={enviar} />}
      <Stack gap="4">
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
          <Campo etiqueta={campos.nombre} error={errors.nombre} requerido>
            <Input {...register('nombre')} autoComplete="off" />
          </Campo>
          <Campo etiqueta={campos.email} error={errors.email} requerido>
            <Input {...register('email')} type="email" autoComplete="off" />
          </Campo>
          <Campo
            etiqueta={campos.password}
            error={errors.password}
            requerido={!usuario}
            ayuda={usuario ? textos.claveGuardada : textos.claveNueva(CLAVE_MINIMA)}
          >
            <Clave {...register('password')} />
          </Campo>
          <Campo etiqueta={campos.rol} error={errors.rol} ayuda={esDeEmpresa && textos.rolReservado}>
            <Selector {...register('rol')}>
              {ROLES.map((rol) => (
                <option key={rol} disabled={esDeEmpresa && rol === 'admin_global'}>
                  {rol}
                </option>
              ))}
            </Selector>
          </Campo>
          <CampoEmpresa form={form} usuario={usuario} fija={esDeEmpresa} />
          <CampoInterruptor control={control} nombre="activo" etiqueta={campos.activo} />
        </SimpleGrid>
        <Asignados form={form} />
      </Stack>
    </DialogoFormulario>
  );
}
