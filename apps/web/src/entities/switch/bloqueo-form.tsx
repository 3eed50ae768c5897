import { BloqueoGuardar, type Bloqueo } from '@acequia/contracts';
import { Box, Button, Flex, Input, Text } from '@chakra-ui/react';
import { useLayoutEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useBloqueoDeSwitch } from './use-bloqueo.js';
import { leerUsuario } from '../../lib/session.js';
import { useConfirmar } from '../../components/confirm.js';
import { Campo } from '../../components/form/fields.js';
import { AvisoDeFallo } from '../../components/form/form-dialog.js';
import { resolverDe } from '../../components/form/resolver.js';
import { useEdicion } from '../../components/form/use-edit.js';
import { textos } from './textos-dialogo.js';

const { dialogo: t } = textos;

interface Props {
  switchId: number;
  bloqueo: Bloqueo | null;
  /** Hears whether a reason was written that locks nothing out yet. */
  onAMedias: (aMedias: boolean) => void;
}

/** Locks a switch out with a reason, or releases it after asking: who locked it out may, and every admin. */
export function FormularioBloqueo({ switchId, bloqueo, onAMedias }: Props) {
  const form = useForm({ defaultValues: { motivo: '' }, resolver: resolverDe(BloqueoGuardar) });
  const edicion = useEdicion(form);
  const confirmar = useConfirmar();
  const acciones = useBloqueoDeSwitch(switchId);
  const { errors } = form.formState;
  const quien = leerUsuario();
  const aMedias = edicion.sucio && !edicion.ocupado && !bloqueo;
  // Before the next key: Escape and Back act on what is on the screen.
  useLayoutEffect(() => onAMedias(aMedias), [aMedias, onAMedias]);
  const libera = quien?.rol !== 'usuario' || bloqueo?.usuario_id === quien.id;

  const bloquear = form.handleSubmit(async ({ motivo }) => {
    if (await edicion.guardar(() => acciones.bloquear(motivo), textos.bloquear)) form.reset();
  });
  const liberar = async ({ usuario_nombre, motivo }: Bloqueo) => {
    const { pregunta, accion, detalle, ...dicho } = textos.liberar;
    if (await confirmar({ texto: pregunta, accion, detalle: detalle(usuario_nombre, motivo) }))
      await edicion.guardar(() => acciones.liberar(), dicho);
  };

  return (
    <>
      {edicion.fallo && (
        <Box mx="-6" mt="2">
          <AvisoDeFallo fallo={edicion.fallo} />
        </Box>
      )}
      {bloqueo ? (
        <Flex gap="3" align="center" justify="space-between">
          <Text color="fg.muted" flex="1" minW="0">
            {libera ? t.ayuda : t.loLibera(bloqueo.usuario_nombre)}
          </Text>
          {libera && (
            <Button
              variant="surface"
              colorPalette="campo"
              disabled={edicion.ocupado}
              onClick={() => void liberar(bloqueo)}
            >
              {t.liberar}
            </Button>
          )}
        </Flex>
      ) : (
        <form onSubmit={(event) => void bloquear(event)} noValidate>
          <Text color="fg.muted" mb="3">
            {t.ayuda}
          </Text>
          <Flex gap="2" align="flex-start">
            <Box flex="1" minW="0">
              <Campo etiqueta={t.motivo} error={errors.motivo} requerido>
                <Input {...form.register('motivo')} placeholder={t.ejemplo} maxLength={200} autoComplete="off" />
              </Campo>
            </Box>
            <Button type="submit" mt="1.7rem" variant="surface" colorPalette="miel" disabled={edicion.ocupado}>
              {t.bloquear}
            </Button>
          </Flex>
        </form>
      )}
    </>
  );
}
