#pragma once
// Colours through an ICC profile. What Swift cannot say: lcms2's formats and flags, which are
// macros with casts.
#include <lcms2.h>

// What the colours of a profile are made of: 1 gray, 3 red, green and blue, 4 inks; 0 for anything else,
// and for a profile that cannot be read or does not describe a picture's colours.
static inline int clcms_channels(cmsHPROFILE profile) {
    if (profile == NULL) return 0;
    cmsProfileClassSignature kind = cmsGetDeviceClass(profile);
    if (kind != cmsSigDisplayClass && kind != cmsSigInputClass && kind != cmsSigColorSpaceClass
        && kind != cmsSigOutputClass)
        return 0;
    cmsColorSpaceSignature space = cmsGetColorSpace(profile);
    switch (space) {
    case cmsSigGrayData: return 1;
    case cmsSigRgbData: return 3;
    case cmsSigCmykData: return 4;
    default: return 0;
    }
}

// A transform from a profile's colours to sRGB, Floats from 0 to 1 (inks to 100); what a screen cannot
// show is below or above that. NULL where the profile does not tell enough. To be freed by
// cmsDeleteTransform.
static inline cmsHTRANSFORM clcms_to_srgb(cmsHPROFILE profile, int channels) {
    cmsHPROFILE screen = cmsCreate_sRGBProfile();
    if (screen == NULL) return NULL;
    cmsUInt32Number format =
        channels == 1 ? TYPE_GRAY_FLT : channels == 4 ? TYPE_CMYK_FLT : TYPE_RGB_FLT;
    cmsHTRANSFORM transform = cmsCreateTransform(
        profile, format, screen, TYPE_RGB_FLT, INTENT_PERCEPTUAL,
        cmsFLAGS_NOCACHE | cmsFLAGS_NOOPTIMIZE);
    cmsCloseProfile(screen);
    return transform;
}

// A transform from four inks to sRGB, 8 bits each, four bytes a pixel, of which the last is left as it
// was; `is_inverted` says that 255 is no ink. Without a cache threads may share it. NULL as above.
static inline cmsHTRANSFORM clcms_inks_to_srgb(cmsHPROFILE profile, int is_inverted) {
    cmsHPROFILE screen = cmsCreate_sRGBProfile();
    if (screen == NULL) return NULL;
    cmsHTRANSFORM transform = cmsCreateTransform(
        profile, is_inverted ? TYPE_CMYK_8_REV : TYPE_CMYK_8, screen, TYPE_RGBA_8,
        INTENT_PERCEPTUAL, cmsFLAGS_NOCACHE);
    cmsCloseProfile(screen);
    return transform;
}

// sRGB's profile as a file, into `bytes` if they suffice; how many it takes, 0 without memory.
static inline unsigned clcms_srgb_profile(unsigned char *bytes, unsigned capacity) {
    cmsUInt32Number count = 0;
    cmsHPROFILE screen = cmsCreate_sRGBProfile();
    if (screen == NULL) return 0;
    if (!cmsSaveProfileToMem(screen, NULL, &count)) count = 0;
    if (count > 0 && count <= capacity && !cmsSaveProfileToMem(screen, bytes, &count)) count = 0;
    cmsCloseProfile(screen);
    return count;
}
