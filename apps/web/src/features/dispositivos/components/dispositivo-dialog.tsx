import { DispositivoGuardar, TIPOS_DISPOSITIVO, type Dispositivo, type EmpresaOpcion } from '@acequia/contracts';
import { Input, SimpleGrid } from '@chakra-ui/react';
import { useForm } from 'react-hook-form';
import { AccionesDeEstado } from '../../../components/form/state-actions.js';
import { Campo, CampoInterruptor, comoNumero, Opciones, Selector } from '../../../components/form/fields.js';
import { Conflicto } from '../../../components/form/conflict.js';
import { DialogoFormulario } from '../../../components/form/form-dialog.js';
import { resolverDe } from '../../../components/form/resolver.js';
import { useEdicion } from '../../../components/form/use-edit.js';
import { useAccionesDeDispositivo } from '../api/dispositivos.js';
import { textos } from '../textos.js';

const { campos } = textos;
/** The stored key never comes back, so it cannot differ. */
const { auth_key: _secreta, ...COMPARABLES } = campos;

/** What the form holds: a choice not made yet is empty. */
type Valores = Omit<DispositivoGuardar, 'tipo' | 'empresa_id'> & {
  tipo: DispositivoGuardar['tipo'] | '';
  empresa_id: number | null;
};

const valoresDe = (dispositivo: Dispositivo | null, empresaFija: number | null): Valores => ({
  nombre: dispositivo?.nombre ?? '',
  shelly_id: dispositivo?.shelly_id ?? '',
  auth_key: '',
  tipo: dispositivo?.tipo ?? '',
  server: dispositivo?.server ?? '',
  empresa_id: dispositivo?.empresa_id ?? empresaFija,
  fecha_vencimiento: dispositivo?.fecha_vencimiento?.slice(0, 10) ?? '',
  activo: dispositivo?.activo ?? 1,
  suspendido: dispositivo?.suspendido ?? 0,
  version: dispositivo?.version,
});

interface Props {
  /** Null: a new one. */
  dispositivo: Dispositivo | null;
  /** The same device as the list has it now: newer when somebody else saved. */
  guardado: Dispositivo | undefined;
  empresas: readonly EmpresaOpcion[];
  /** An admin_empresa's own company. */
  empresaFija: number | null;
  onCerrar: () => void;
}

/** Creates or edits a device, and suspends, reactivates or deletes it (DIS-2). */
export function DialogoDispositivo({ dispositivo, guardado, empresas, empresaFija, onCerrar }: Props) {
  const form = useForm<Valores>({
    defaultValues: valoresDe(dispositivo, empresaFija),
    resolver: resolverDe<Valores>(DispositivoGuardar as never),
  });
  const edicion = useEdicion(form);
  const acciones = useAccionesDeDispositivo();
  const { register, control } = form;
  const { errors } = form.formState;

  const enviar = form.handleSubmit(async (validos) => {
    const datos = validos as DispositivoGuardar;
    const textosDeGuardar = { hecho: textos.guardado, fallo: textos.errorGuardar };
    if (await edicion.guardar(() => acciones.guardar({ id: dispositivo?.id ?? null, datos }), textosDeGuardar))
      onCerrar();
  });

  return (
    <DialogoFormulario
      titulo={dispositivo ? textos.dialogo.editar : textos.dialogo.nuevo}
      ancho={600}
      onCerrar={onCerrar}
      onGuardar={enviar}
      edicion={edicion}
      acciones={
        dispositivo && (
          <AccionesDeEstado
            edicion={edicion}
            id={dispositivo.id}
            nombre={dispositivo.nombre}
            activo={dispositivo.activo === 1}
            textos={textos}
            tareas={acciones}
            onHecho={onCerrar}
          />
        )
      }
    >
      <Conflicto
        edicion={edicion}
        guardado={guardado && valoresDe(guardado, empresaFija)}
        enviar={enviar}
        campos={COMPARABLES}
      />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <Campo etiqueta={campos.nombre} error={errors.nombre} requerido>
          <Input {...register('nombre')} autoComplete="off" />
        </Campo>
        <Campo etiqueta={campos.shelly_id} error={errors.shelly_id} requerido ayuda={textos.shellyAyuda}>
          <Input {...register('shelly_id')} autoComplete="off" spellCheck={false} />
        </Campo>
        <Campo
          etiqueta={campos.auth_key}
          error={errors.auth_key}
          ayuda={dispositivo?.auth_key_definida === 1 && textos.claveDefinida}
        >
          <Input {...register('auth_key')} autoComplete="off" spellCheck={false} />
        </Campo>
        <Campo etiqueta={campos.tipo} error={errors.tipo} requerido>
          <Selector {...register('tipo')}>
            <option value="">{textos.elige}</option>
            {TIPOS_DISPOSITIVO.map((tipo) => (
              <option key={tipo}>{tipo}</option>
            ))}
          </Selector>
        </Campo>
        <Campo etiqueta={campos.server} error={errors.server}>
          <Input {...register('server')} inputMode="url" placeholder={textos.servidorEjemplo} autoComplete="off" />
        </Campo>
        <Campo etiqueta={campos.empresa_id} error={errors.empresa_id} requerido>
          {empresaFija === null ? (
            <Selector {...register('empresa_id', comoNumero)}>
              <option value="">{textos.elige}</option>
              <Opciones de={empresas} elegida={dispositivo?.empresa_id} />
            </Selector>
          ) : (
            <Input value={empresas.find(({ id }) => id === empresaFija)?.nombre ?? ''} readOnly disabled />
          )}
        </Campo>
        <Campo etiqueta={campos.fecha_vencimiento} error={errors.fecha_vencimiento}>
          <Input {...register('fecha_vencimiento')} type="date" />
        </Campo>
        {dispositivo && (
          <SimpleGrid columns={2} gap="4" alignItems="center">
            <CampoInterruptor control={control} nombre="activo" etiqueta={campos.activo} />
            <CampoInterruptor control={control} nombre="suspendido" etiqueta={campos.suspendido} />
          </SimpleGrid>
        )}
      </SimpleGrid>
    </DialogoFormulario>
  );
}
