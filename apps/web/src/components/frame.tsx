import { Box, chakra, Flex } from '@chakra-ui/react';
import { useEffect, useRef, type ReactNode } from 'react';
import { NavLink, useLocation, type NavLinkProps } from 'react-router-dom';
import { useLastStateTime } from '../lib/offline/last-state-provider.js';
import { OfflineBanner } from './offline-banner.js';
import { VersionBanner } from './version-banner.js';
import { ThemeButton } from './theme-button.js';
import { Logo } from './logo.js';

interface Props {
  /** Name of the navigation for screen readers. */
  label: string;
  links: ReactNode;
  actions: ReactNode;
  /** What every screen of the frame shares, before the second menu. */
  context?: ReactNode;
  /** A second menu, with its name for screen readers. */
  moreLinks?: ReactNode;
  moreLabel?: string;
  children: ReactNode;
}

/** The frame of every screen behind the login: brand, navigation, actions, connection banner and content. */
export function Frame({ label, links, actions, context, moreLinks, moreLabel, children }: Props) {
  const lastState = useLastStateTime();
  return (
    <Flex direction="column" minH="100dvh">
      <chakra.a
        href="#contenido"
        // Fixed: otherwise, content that loads during the jump to the top would push the link out of view again.
        position="fixed"
        insetStart="-999px"
        _focus={{ insetStart: '3', top: '3', zIndex: 'skipNav', bg: 'bg.panel', px: '4', py: '2', rounded: 'md' }}
      >
        Saltar al contenido
      </chakra.a>
      <Box as="header" position="sticky" top="0" zIndex="sticky" bg="bg.panel" borderBottomWidth="1px">
        <Flex
          maxW="84rem"
          mx="auto"
          px={{ base: 4, md: 6 }}
          align="center"
          columnGap={{ base: 3, md: 8 }}
          wrap="wrap"
          minH="14"
        >
          <Logo />
          <chakra.nav
            aria-label={label}
            order={{ base: 3, md: 0 }}
            w={{ base: 'full', md: 'auto' }}
            alignSelf="stretch"
            overflowX="auto"
          >
            <Flex gap="1" h={{ base: '11', md: '14' }} align="stretch">
              {links}
            </Flex>
          </chakra.nav>
          <Flex ms="auto" gap="1" align="center">
            <ThemeButton />
            {actions}
          </Flex>
        </Flex>
        {moreLinks && (
          <Flex maxW="84rem" mx="auto" px={{ base: 4, md: 6 }} align="center" gap={{ base: 2, md: 4 }} minH="11">
            <Flex gap="2" flexShrink="0">
              {context}
            </Flex>
            <chakra.nav aria-label={moreLabel} overflowX="auto" alignSelf="stretch" fontSize="sm">
              <Flex gap="1" h="11" align="stretch">
                {moreLinks}
              </Flex>
            </chakra.nav>
          </Flex>
        )}
        <OfflineBanner />
        <VersionBanner />
      </Box>
      <Box
        as="main"
        id="contenido"
        tabIndex={-1}
        outline="none"
        flex="1"
        w="full"
        maxW="84rem"
        mx="auto"
        px={{ base: 3, md: 6 }}
        py={{ base: 4, md: 6 }}
        // The colours of states are for what is current.
        filter={lastState === null ? undefined : 'grayscale(1)'}
        data-ultimo-estado={lastState ?? undefined}
      >
        {children}
      </Box>
    </Flex>
  );
}

const MenuLink = chakra(NavLink, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: { base: '1.5', md: '2' },
    px: { base: '2', md: '3' },
    whiteSpace: 'nowrap',
    fontWeight: '550',
    color: 'fg.muted',
    borderBottomWidth: '2px',
    borderBottomColor: 'transparent',
    _hover: { color: 'fg' },
    _focusVisible: { outline: '2px solid', outlineColor: 'campo.focusRing', outlineOffset: '-2px' },
    '&[aria-current=page]': { color: 'campo.fg', borderBottomColor: 'campo.solid' },
  },
});

/** On a phone the menu is wider than the screen, so the current entry scrolls into view. */
export function MenuEntry(props: NavLinkProps) {
  const link = useRef<HTMLAnchorElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    if (link.current?.getAttribute('aria-current') === 'page')
      link.current.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return <MenuLink ref={link} {...props} />;
}
