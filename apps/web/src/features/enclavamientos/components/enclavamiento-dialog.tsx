import { TIPOS_ENCLAVAMIENTO, type Enclavamiento, type EnclavamientoGuardar } from '@acequia/contracts';
import { Box, Input, SimpleGrid } from '@chakra-ui/react';
import { useForm, useWatch } from 'react-hook-form';
import { BotonEliminar } from '../../../components/form/state-actions.js';
import { Campo, comoNumero, Opciones, Selector } from '../../../components/form/fields.js';
import { CampoMultiple, type Opcion } from '../../../components/form/multi-field.js';
import { Conflicto } from '../../../components/form/conflict.js';
import { DialogoFormulario } from '../../../components/form/form-dialog.js';
import { resolverDe } from '../../../components/form/resolver.js';
import { useEdicion } from '../../../components/form/use-edit.js';
import { useAccionesDeEnclavamiento } from '../api/enclavamientos.js';
import { EnclavamientoValido, valoresDe, type Valores } from '../lib/form-values.js';
import { textos } from '../textos.js';

const { campos, ayudas } = textos;

interface Props {
  /** Null: a new one. */
  uno: Enclavamiento | null;
  /** The same group as the list has it now: newer when somebody else saved. */
  guardado: Enclavamiento | undefined;
  empresaId: number;
  /** The company's switches, by what they are called. */
  switches: readonly Opcion[];
  onCerrar: () => void;
}

/** Creates, edits or deletes an interlock group. */
export function DialogoEnclavamiento({ uno, guardado, empresaId, switches, onCerrar }: Props) {
  const form = useForm<Valores>({
    defaultValues: valoresDe(uno, empresaId),
    resolver: resolverDe(EnclavamientoValido),
  });
  const edicion = useEdicion(form);
  const acciones = useAccionesDeEnclavamiento();
  const { register, control } = form;
  const { errors } = form.formState;
  const tipo = useWatch({ control, name: 'tipo' });
  const requiere = tipo === 'requiere';

  const enviar = form.handleSubmit(async (valores) => {
    const tarea = () => acciones.guardar({ id: uno?.id ?? null, datos: valores as EnclavamientoGuardar });
    if (await edicion.guardar(tarea, { hecho: textos.guardado, fallo: textos.errorGuardar })) onCerrar();
  });
  const nombreDe = (id: number | null): string => switches.find((uno) => uno.id === id)?.texto ?? '';
  const retardo = (nombre: 'retardo_encendido_s' | 'retardo_apagado_s', ayuda: string) => (
    <Campo etiqueta={campos[nombre]} error={errors[nombre]} ayuda={ayuda}>
      <Input {...register(nombre, comoNumero)} type="number" min="0" step="1" inputMode="numeric" />
    </Campo>
  );

  return (
    <DialogoFormulario
      titulo={uno ? textos.dialogo.editar : textos.dialogo.nuevo}
      ancho={600}
      onCerrar={onCerrar}
      onGuardar={enviar}
      edicion={edicion}
      acciones={
        uno && (
          <BotonEliminar
            edicion={edicion}
            nombre={uno.nombre}
            textos={textos.eliminar}
            tarea={() => acciones.eliminar(uno.id)}
            onHecho={onCerrar}
          />
        )
      }
    >
      <Conflicto
        edicion={edicion}
        guardado={guardado && valoresDe(guardado, empresaId)}
        enviar={enviar}
        campos={campos}
        comoTexto={{
          tipo: (valor) => textos.tipos[valor],
          bomba_id: nombreDe,
          switches: (ids) => ids.map(nombreDe).join(', '),
        }}
      />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4" alignItems="start">
        <Campo etiqueta={campos.nombre} error={errors.nombre} requerido>
          <Input {...register('nombre')} autoComplete="off" />
        </Campo>
        <Campo etiqueta={campos.tipo} error={errors.tipo} requerido>
          <Selector {...register('tipo')}>
            {TIPOS_ENCLAVAMIENTO.map((cada) => (
              <option key={cada} value={cada}>
                {textos.tipos[cada]}
              </option>
            ))}
          </Selector>
        </Campo>
        <Box gridColumn={{ sm: '1 / -1' }} color="fg.muted">
          {ayudas[tipo]}
        </Box>
        {requiere && (
          <Box gridColumn={{ sm: '1 / -1' }}>
            <Campo etiqueta={campos.bomba_id} error={errors.bomba_id} requerido>
              <Selector {...register('bomba_id', comoNumero)}>
                <option value="">{textos.elegir}</option>
                <Opciones de={switches.map(({ id, texto }) => ({ id, nombre: texto }))} elegida={uno?.bomba_id} />
              </Selector>
            </Campo>
          </Box>
        )}
        <Box gridColumn={{ sm: '1 / -1' }}>
          <CampoMultiple
            control={control}
            nombre="switches"
            etiqueta={requiere ? textos.valvulas : campos.switches}
            opciones={switches}
            error={errors.switches as never}
          />
        </Box>
        {requiere && retardo('retardo_encendido_s', ayudas.encendido)}
        {requiere && retardo('retardo_apagado_s', ayudas.apagado)}
      </SimpleGrid>
    </DialogoFormulario>
  );
}
