/** The one banner over everything when one cause concerns every load. Floats, so that no row moves when it comes. */
import { useConnection, useLive, useNow, useServiceStatus, useShownFrom } from '../live/context.ts';
import { Banner } from '../ui/Banner.tsx';
import { type BannerWords, bannerOf } from './status-words.ts';

export function ServiceBanner() {
  const { clock } = useLive();
  const connection = useConnection();
  const status = useServiceStatus();
  const shown_from = useShownFrom();
  const json = useNow((now) =>
    JSON.stringify(bannerOf(connection, status, now, now - clock.offset, shown_from)),
  );
  const banner = JSON.parse(json) as BannerWords | null;
  if (!banner) return null;
  return (
    <Banner tone={banner.tone} title={banner.title}>
      {banner.text}
    </Banner>
  );
}
