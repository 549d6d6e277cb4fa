#pragma once
// Colours through an ICC profile. What Swift cannot say: lcms2's formats and flags, which are
// macros with casts.
#include <lcms2.h>

// What the colours of a profile are made of: 1 gray, 3 red, green and blue; 0 for anything else,
// and for a profile that cannot be read or does not describe a picture's colours.
static inline int clcms_channels(cmsHPROFILE profile) {
    if (profile == NULL) return 0;
    cmsProfileClassSignature kind = cmsGetDeviceClass(profile);
    if (kind != cmsSigDisplayClass && kind != cmsSigInputClass && kind != cmsSigColorSpaceClass
        && kind != cmsSigOutputClass)
        return 0;
    cmsColorSpaceSignature space = cmsGetColorSpace(profile);
    return space == cmsSigRgbData ? 3 : space == cmsSigGrayData ? 1 : 0;
}

// A transform from a profile's colours, 16 bits a channel, to sRGB of 16 bits; NULL where the profile
// does not tell enough. To be freed by cmsDeleteTransform.
static inline cmsHTRANSFORM clcms_to_srgb(cmsHPROFILE profile, int channels) {
    cmsHPROFILE screen = cmsCreate_sRGBProfile();
    if (screen == NULL) return NULL;
    cmsHTRANSFORM transform = cmsCreateTransform(
        profile, channels == 1 ? TYPE_GRAY_16 : TYPE_RGB_16, screen, TYPE_RGB_16,
        INTENT_PERCEPTUAL, cmsFLAGS_NOCACHE | cmsFLAGS_NOOPTIMIZE);
    cmsCloseProfile(screen);
    return transform;
}
