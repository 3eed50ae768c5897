import type { Imagen } from '@acequia/contracts';
import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { useConfirm } from '../../../components/confirm.js';
import { failureOf } from '../../../components/form/failure.js';
import { FileField } from '../../../components/form/file-field.js';
import { SettingsSection } from '../../../components/settings-section.js';
import { toast } from '../../../components/toasts.js';
import { useActualizacionActions, type useImagenes } from '../api/actualizaciones.js';
import { texts } from '../textos.js';

const { images: t } = texts;
const KILOBYTE = 1_000;

/** The images of our firmware that are stored, and a place to bring one. */
export function Images({ reading }: { reading: ReturnType<typeof useImagenes> }) {
  const { upload, uploading, remove } = useActualizacionActions();
  const confirm = useConfirm();
  const attempt = async (task: () => Promise<unknown>, done: string, failure: string) => {
    try {
      await task();
      toast.success(done);
    } catch (error) {
      const said = failureOf(failure, error);
      toast.error(said.text, said.detalle);
    }
  };
  const end = async ({ id, modelo, version }: Imagen) => {
    const question = { text: t.question, accion: t.remove, detalle: t.detail(`${modelo} ${version}`), danger: true };
    if (await confirm(question)) await attempt(() => remove(id), t.removed, t.removeFailure);
  };
  return (
    <SettingsSection texts={t} reading={reading}>
      {reading.data && (
        <>
          <Box maxW="30rem">
            <FileField
              label={t.file}
              accept=".bin,application/octet-stream"
              disabled={uploading}
              onChoose={(file) => void attempt(() => upload(file), t.saved, t.failure)}
            />
          </Box>
          {reading.data.length === 0 && (
            <Text mt="3" color="fg.muted">
              {t.empty}
            </Text>
          )}
          {reading.data.map((imagen) => (
            <Flex
              key={imagen.id}
              py="2"
              gap="3"
              align="center"
              justify="space-between"
              wrap="wrap"
              borderBottomWidth="1px"
            >
              <Text fontWeight="550">{imagen.modelo}</Text>
              <Text color="fg.muted" fontVariantNumeric="tabular-nums" ms="auto">
                {t.about(imagen.version, imagen.piso, Math.round(imagen.bytes / KILOBYTE))}
              </Text>
              <Button
                size="xs"
                variant="outline"
                colorPalette="teja"
                aria-label={t.removeOf(`${imagen.modelo} ${imagen.version}`)}
                onClick={() => void end(imagen)}
              >
                {t.remove}
              </Button>
            </Flex>
          ))}
        </>
      )}
    </SettingsSection>
  );
}
